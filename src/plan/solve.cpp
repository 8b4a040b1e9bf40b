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
Solution largest(SolveField field, std::uint64_t most, const std::function<Trial(std::uint64_t)>& with) {
    Solution found{field};
    const auto at = [&](std::uint64_t value) { return point(std::to_string(value), with(value)); };
    std::uint64_t good = 0;
    std::uint64_t bad = 0;
    for (std::uint64_t value = 1; bad == 0 && good < most; value = std::min(value * 2, most)) {
        auto tried = at(value);
        if (fits(tried)) {
            good = value;
            found.answer = std::move(tried);
        } else {
            bad = value;
            found.beside = std::move(tried);
        }
    }
    while (bad > good + 1) {
        const std::uint64_t middle = good + (bad - good) / 2;
        auto tried = at(middle);
        if (fits(tried)) {
            good = middle;
            found.answer = std::move(tried);
        } else {
            bad = middle;
            found.beside = std::move(tried);
        }
    }
    return found;
}

/// The first that fits of values in an order of preference, and the one tried before it.
Solution first_that_fits(SolveField field, const std::vector<std::pair<std::string, Trial>>& trials) {
    Solution found{field};
    for (const auto& [value, trial] : trials) {
        auto tried = point(value, trial);
        if (fits(tried)) {
            found.answer = std::move(tried);
            break;
        }
        if (tried) { found.beside = std::move(tried); }
    }
    return found;
}

Solution fewest_devices(const Trial& request) {
    std::vector<std::pair<std::string, Trial>> trials;
    for (std::uint32_t count = 1; count <= k_most_devices; count += count < k_devices_in_node ? 1 : k_devices_in_node) {
        Trial trial = request;
        trial.machine.count = count;
        trials.emplace_back(std::to_string(count), std::move(trial));
    }
    return first_that_fits(SolveField::devices, trials);
}

Solution widest_format(const Trial& request, const Catalogue& catalogue) {
    std::vector<std::pair<Bytes, std::pair<std::string, Trial>>> sized;
    Trial wide = request;
    wide.deployment.weight_format = *catalogue.find_format("bf16");
    wide.deployment.file_format = false;
    const auto add = [&](const Trial& trial) {
        const std::string name(trial.deployment.weight_format.id);
        if (const auto each = point(name, trial)) { sized.push_back({each->total, {name, trial}}); }
    };
    add(wide);
    for (const auto& change : changes(LeverKind::weight_format, wide, catalogue)) { add(change.trial); }
    std::stable_sort(sized.begin(), sized.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::pair<std::string, Trial>> trials;
    trials.reserve(sized.size());
    for (auto& [bytes, trial] : sized) { trials.push_back(std::move(trial)); }
    return first_that_fits(SolveField::weight_format, trials);
}

Solution smallest_machine(const Model& model, const Deployment& deployment, const Catalogue& catalogue) {
    const Budget budget = memory_budget(model, deployment);
    auto proposed = propose(model, deployment, budget, catalogue.hardware());
    std::sort(proposed.begin(), proposed.end(), [](const Fit& a, const Fit& b) {
        return std::tuple(a.usable, a.machine.count, a.machine.device.id) <
               std::tuple(b.usable, b.machine.count, b.machine.device.id);
    });
    std::vector<std::pair<std::string, Trial>> trials;
    for (const auto& each : proposed) {
        trials.emplace_back(typed_machine(each.machine), Trial{model, deployment, each.machine});
    }
    return first_that_fits(SolveField::hardware, trials);
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
