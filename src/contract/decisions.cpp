#include "contract/lever_words.hpp"
#include "contract/statements.hpp"

#include <optional>
#include <utility>

namespace sizer {
namespace {

Statement answer_of(const Term& term) {
    if (!term.bytes) { return {Message::answer_unknown}; }
    return {Message::answer_bytes, {{"bytes", *term.bytes}}};
}

Decision weights_step(const Assessment& a) {
    return {{Message::question_weights},
            answer_of(a.budget.weights),
            {Message::because_weights,
             {{"parameters", a.model.parameters},
              {"format", std::string(a.deployment.weight_format.id)},
              {"basis", std::string(basis_key(a.budget.weights.basis))}}}};
}

Decision cache_step(const Assessment& a) {
    const auto& cache = a.budget.kv_cache;
    Decision step{{Message::question_kv}, answer_of(cache), cache.formula};
    if (cache.bytes) {
        step.because = {Message::because_kv, {{"per_token", cache.bytes_per_token}, {"tokens", cache.tokens}}};
    }
    return step;
}

Decision total_step(const Assessment& a) {
    const auto& budget = a.budget;
    if (!budget.total) { return {{Message::question_total}, {Message::answer_unknown}, {Message::formula_unknown}}; }
    return {{Message::question_total},
            {Message::answer_bytes, {{"bytes", *budget.required_high}}},
            {Message::because_margin,
             {{"total", *budget.total}, {"low", *budget.required_low}, {"high", *budget.required_high}}}};
}

Decision dominant_step(const Assessment& a) {
    const auto& budget = a.budget;
    const auto bytes = *term(budget, *budget.dominant).bytes;
    return {{Message::question_dominant},
            {Message::answer_term, {{"term", std::string(term_key(*budget.dominant))}}},
            {Message::because_share, {{"share", share(bytes, *budget.total)}, {"total", *budget.total}}}};
}

Message lever_for(TermName dominant) {
    switch (dominant) {
    case TermName::weights: return Message::lever_weights;
    case TermName::kv_cache: return Message::lever_kv;
    case TermName::activations: return Message::lever_activations;
    case TermName::overhead: break;
    }
    return Message::lever_overhead;
}

/// Something asked for does not fit; proposals that do not fit are only there for comparison.
bool needs_lever(const Assessment& a) {
    for (const auto& fit : a.fits) {
        if (!fit.proposed && fit.verdict != Verdict::fits) { return true; }
    }
    return false;
}

Decision change_step(Statement question, const std::optional<Lever>& lever) {
    if (!lever) { return {std::move(question), {Message::answer_no_change}, {Message::because_no_change}}; }
    Statement because{Message::because_change, {{"total", lever->total}, {"saves", lever->saves}}};
    if (lever->saves == Bytes{}) { because = {Message::because_another_machine, {{"total", lever->total}}}; }
    return {std::move(question), {Message::answer_change, {{"flag", typed_flags(*lever)}}}, std::move(because)};
}

void add_lever_steps(const Assessment& a, std::vector<Decision>& path) {
    if (!a.levers) { return; }
    const auto machine = machine_name(a.levers->machine);
    if (a.levers->weights_fit) {
        path.push_back({{Message::question_larger_device},
                        {Message::answer_wrong_lever},
                        {Message::because_wrong_lever,
                         {{"weights", *a.budget.weights.bytes},
                          {"usable", a.levers->machine.device.usable_bytes},
                          {"cache", *a.budget.kv_cache.bytes}}}});
    }
    path.push_back(change_step({Message::question_smallest_change, {{"machine", machine}}}, a.levers->smallest));
    path.push_back(change_step({Message::question_pair, {{"machine", machine}}}, a.levers->pair));
}

}  // namespace

Decision fits_step(const Fit& fit) {
    const auto& device = *fit.fullest_device;
    Decision step{{Message::question_fits, {{"machine", machine_name(fit.machine)}}},
                  {Message::answer_yes},
                  {Message::because_fits, {{"required", device.required_high}, {"usable", device.usable}}}};
    if (fit.verdict != Verdict::fits) {
        step.answer = {fit.verdict == Verdict::tight ? Message::answer_tight : Message::answer_no};
        step.because = {Message::because_missing,
                        {{"required", device.required_high},
                         {"usable", device.usable},
                         {"missing", device.required_high - device.usable}}};
    }
    return step;
}

std::vector<Decision> decisions(const Assessment& a) {
    std::vector<Decision> path{weights_step(a), cache_step(a), total_step(a)};
    if (!a.budget.total) { return path; }
    for (const auto& fit : a.fits) { path.push_back(fits_step(fit)); }
    path.push_back(dominant_step(a));
    const bool lever = needs_lever(a);
    path.push_back({{Message::question_lever},
                    {lever ? lever_for(*a.budget.dominant) : Message::lever_none},
                    {Message::because_dominant, {{"term", std::string(term_key(*a.budget.dominant))}}}});
    add_lever_steps(a, path);
    return path;
}

}  // namespace sizer
