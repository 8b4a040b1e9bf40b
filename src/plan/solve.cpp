#include <sizer/solve.hpp>

#include "plan/trial.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace sizer {
namespace {

constexpr std::uint64_t k_most_sessions = 1'000'000;
constexpr std::uint64_t k_most_context = 1'000'000'000;
constexpr std::uint32_t k_devices_in_node = 8;
constexpr std::uint32_t k_most_devices = 1024;

std::optional<SolvedPoint> point(std::string value, const Trial& trial) {
    const auto lever = recomputed({}, trial, {});
    if (!lever) { return std::nullopt; }
    return SolvedPoint{std::move(value), trial.model, trial.deployment, trial.machine, lever->total, lever->verdict};
}

bool fits(const std::optional<SolvedPoint>& each) { return each && each->verdict == Verdict::fits; }

/// Doubling finds a value that does not fit, halving the border: the account grows with the value.
Solution largest(SolveField field, std::uint64_t most, const std::function<Trial(std::uint64_t)>& with_value) {
    Solution found{field};
    std::uint64_t good = 0;
    std::uint64_t bad = 0;  // none is known yet
    while (bad == 0 ? good < most : bad > good + 1) {
        const std::uint64_t doubled = good == 0 ? 1 : std::min(good * 2, most);
        const std::uint64_t value = bad == 0 ? doubled : good + (bad - good) / 2;
        auto tried = point(std::to_string(value), with_value(value));
        const bool holds = fits(tried);
        (holds ? good : bad) = value;
        (holds ? found.answer : found.beside) = std::move(tried);
    }
    return found;
}

/// Takes one more point of an order of preference; true when it fits, and the search is over.
bool settles(Solution& found, std::optional<SolvedPoint> tried) {
    const bool over = fits(tried);
    if (tried) { (over ? found.answer : found.beside) = std::move(tried); }
    return over;
}

Solution fewest_devices(Trial request) {
    Solution found{SolveField::devices};
    auto& count = request.machine.count;
    for (count = 1; count <= k_most_devices; count += count < k_devices_in_node ? 1 : k_devices_in_node) {
        if (settles(found, point(std::to_string(count), request))) { break; }
    }
    return found;
}

Solution widest_format(Trial request, const Catalogue& catalogue) {
    request.deployment.weight_format = *catalogue.find_format("bf16");
    request.deployment.file_format = false;
    std::vector<SolvedPoint> points;
    const auto add = [&](const Trial& trial) {
        if (auto each = point(std::string(trial.deployment.weight_format.id), trial)) {
            points.push_back(*std::move(each));
        }
    };
    add(request);
    for (const auto& change : changes(LeverKind::weight_format, request, catalogue)) { add(with(request, change)); }
    std::stable_sort(points.begin(), points.end(),
                     [](const SolvedPoint& a, const SolvedPoint& b) { return a.total > b.total; });
    Solution found{SolveField::weight_format};
    for (auto& each : points) {
        if (settles(found, std::move(each))) { break; }
    }
    return found;
}

Solution smallest_machine(const Model& model, const Deployment& deployment, const Catalogue& catalogue) {
    const Budget budget = memory_budget(model, deployment);
    auto proposed = propose(model, deployment, budget, catalogue.hardware());
    std::sort(proposed.begin(), proposed.end(), [](const Fit& a, const Fit& b) {
        return std::tuple(a.usable, a.machine.count, a.machine.device.id) <
               std::tuple(b.usable, b.machine.count, b.machine.device.id);
    });
    Solution found{SolveField::hardware};
    for (const auto& each : proposed) {
        const auto& machine = each.machine;
        if (settles(found,
                    SolvedPoint{typed_machine(machine), model, deployment, machine, *budget.total, *each.verdict})) {
            break;
        }
    }
    return found;
}

}  // namespace

Solution solve(SolveField field, const Model& model, const Deployment& deployment, const Catalogue& catalogue) {
    if (field == SolveField::hardware) { return smallest_machine(model, deployment, catalogue); }
    if (deployment.machines.empty()) { throw std::invalid_argument("no machine to solve for"); }
    const Trial request{model, deployment, deployment.machines.front()};
    if (field == SolveField::devices) { return fewest_devices(request); }
    if (field == SolveField::weight_format) { return widest_format(request, catalogue); }
    const bool context = field == SolveField::context;
    const std::uint64_t trained = model.architecture.dims.max_context;
    const std::uint64_t most = !context ? k_most_sessions : trained != 0 ? trained : k_most_context;
    return largest(field, most, [&](std::uint64_t value) {
        Trial trial = request;
        if (context) { trial.deployment.context = Tokens{value}; }
        if (!context) { trial.deployment.sessions = value; }
        return trial;
    });
}

}  // namespace sizer
