#include "plan/trial.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace sizer {
namespace {

constexpr std::size_t k_most_pairs = 3;

using Order = std::array<LeverKind, 8>;

/// The dominant term decides which lever is tried first. Source: the course's flow chart.
Order order_for(TermName dominant) {
    using enum LeverKind;
    switch (dominant) {
    case TermName::weights: return {weight_format, model, devices, device, kv_format, sessions, batch, context};
    case TermName::kv_cache: return {kv_format, sessions, batch, context, weight_format, model, devices, device};
    case TermName::activations: return {sessions, batch, context, kv_format, weight_format, model, devices, device};
    case TermName::overhead: break;
    }
    return {weight_format, kv_format, sessions, batch, context, model, devices, device};
}

bool takes_away(LeverKind kind) { return kind != LeverKind::devices && kind != LeverKind::device; }

/// The pairs are of gentle steps: another model or machine is a step of its own.
bool can_pair(LeverKind kind) { return takes_away(kind) && kind != LeverKind::model; }

struct Tried {
    Change change;
    Lever lever;
};

/// Of one kind: the gentlest change, and the first that fits. For a machine only one that fits is of use.
std::vector<Tried> worth_saying(LeverKind kind, const Trial& request, Bytes before, const Catalogue& catalogue) {
    std::vector<Tried> kept;
    for (auto& change : changes(kind, request, catalogue)) {
        auto lever = recomputed({change.step}, with(request, change), before);
        if (!lever || (takes_away(kind) && lever->saves == Bytes{})) { continue; }
        const bool fits = lever->verdict == Verdict::fits;
        if (fits || (kept.empty() && takes_away(kind))) { kept.push_back({std::move(change), *std::move(lever)}); }
        if (fits) { break; }
    }
    return kept;
}

std::vector<Lever> fitting_pairs(const std::vector<Change>& gentle, const Trial& request, Bytes before) {
    std::vector<Lever> pairs;
    for (auto first = gentle.begin(); first != gentle.end(); ++first) {
        const Trial halfway = with(request, *first);
        for (auto second = std::next(first); second != gentle.end(); ++second) {
            auto lever = recomputed({first->step, second->step}, with(halfway, *second), before);
            if (lever && lever->verdict == Verdict::fits) { pairs.push_back(*std::move(lever)); }
            if (pairs.size() == k_most_pairs) { return pairs; }
        }
    }
    return pairs;
}

/// The machine to judge on: the first asked for that the request does not fit, else the proposal that misses least.
const Fit* unmet(const std::vector<Fit>& fits) {
    const Fit* nearest = nullptr;
    const auto missing = [](const Fit& each) {
        return *each.required_high - std::min(each.usable, *each.required_high);
    };
    for (const auto& each : fits) {
        if (!each.verdict || each.verdict == Verdict::fits) { continue; }
        if (!each.proposed) { return &each; }
        if (nearest == nullptr || missing(each) < missing(*nearest)) { nearest = &each; }
    }
    return nearest;
}

const Lever* smallest_that_fits(const std::vector<Lever>& singles) {
    const Lever* best = nullptr;
    for (const auto& each : singles) {
        if (each.verdict != Verdict::fits) { continue; }
        const bool gentler = best != nullptr && takes_away(each.steps.front().kind) &&
                             (!takes_away(best->steps.front().kind) || each.saves < best->saves);
        if (best == nullptr || gentler) { best = &each; }
    }
    return best;
}

}  // namespace

std::optional<Levers> levers(const Model& model, const Deployment& deployment, const Budget& budget,
                             const std::vector<Fit>& fits, const Catalogue& catalogue) {
    const Fit* target = unmet(fits);
    if (target == nullptr || !budget.total) { return std::nullopt; }
    const Trial request{model, deployment, target->machine};
    Levers result{.machine = target->machine};
    std::vector<Change> gentle;
    for (const auto kind : order_for(*budget.dominant)) {
        auto tried = worth_saying(kind, request, *budget.total, catalogue);
        if (!tried.empty() && can_pair(kind)) { gentle.push_back(tried.front().change); }
        for (auto& each : tried) { result.changes.push_back(std::move(each.lever)); }
    }
    if (const auto* best = smallest_that_fits(result.changes)) { result.smallest = *best; }
    auto pairs = fitting_pairs(gentle, request, *budget.total);
    if (!pairs.empty()) { result.pair = pairs.front(); }
    std::move(pairs.begin(), pairs.end(), std::back_inserter(result.changes));
    const auto& device = *target->fullest_device;
    result.weights_fit = budget.dominant == TermName::kv_cache && device.weights + device.overhead < device.usable;
    return result;
}

}  // namespace sizer
