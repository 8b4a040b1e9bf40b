#include "contract/statements.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// The weights are seldom what students expect when the cache is larger: say by how much.
void say_dominant(const Assessment& a, std::vector<Statement>& said) {
    const auto& budget = a.budget;
    const auto bytes = *term(budget, *budget.dominant).bytes;
    said.push_back({Message::evidence_dominant,
                    {{"term", std::string(term_key(*budget.dominant))},
                     {"bytes", bytes},
                     {"share", share(bytes, *budget.total)},
                     {"total", *budget.total}}});
    if (budget.dominant == TermName::kv_cache) {
        said.push_back(
            {Message::evidence_cache_over_weights,
             {{"cache", bytes}, {"weights", *budget.weights.bytes}, {"times", times(bytes, *budget.weights.bytes)}}});
    }
}

}  // namespace

/// A short name that stands for one of several rows ("h100"): the answer says which was taken.
void say_rows_taken(const std::vector<Machine>& machines, std::vector<Statement>& said) {
    for (const auto& machine : machines) {
        if (!machine.asked.empty() && normalised_name(machine.asked) != normalised_name(machine.device.id)) {
            said.push_back(
                {Message::evidence_row_taken, {{"asked", machine.asked}, {"row", std::string(machine.device.id)}}});
        }
    }
}

Statement verdict_of(const Fit& fit) {
    const NamedOperand machine{"machine", machine_name(fit.machine)};
    const auto& device = *fit.fullest_device;
    switch (*fit.verdict) {
    case Verdict::fits:
        return {Message::evidence_fits,
                {machine,
                 {"required", *fit.required_high},
                 {"usable", fit.usable},
                 {"headroom", fit.usable - *fit.required_high}}};
    case Verdict::tight:
        return {Message::evidence_tight,
                {machine, {"low", device.required_low}, {"high", device.required_high}, {"usable", device.usable}}};
    case Verdict::no: break;
    }
    return {Message::evidence_no, {machine, {"required", device.required_high}, {"usable", device.usable}}};
}

const Fit* asked_fit(const Assessment& a) {
    const auto fit = std::find_if(a.fits.begin(), a.fits.end(), [](const Fit& one) { return !one.proposed; });
    return fit == a.fits.end() ? nullptr : &*fit;
}

std::optional<Statement> pool_of(const Assessment& a) {
    const Fit* fit = asked_fit(a);
    if (fit == nullptr || !fit->engine || !fit->engine->pool) { return std::nullopt; }
    const EnginePool& pool = *fit->engine->pool;
    if (pool.starts) {
        return Statement{
            Message::evidence_pool,
            {{"available", pool.available}, {"tokens", pool.tokens}, {"concurrency", pool.max_concurrency}}};
    }
    return Statement{
        Message::evidence_no_start,
        {{"engine", a.deployment.engine}, {"context", a.deployment.context}, {"largest", pool.largest_context}}};
}

std::vector<Statement> evidence(const Assessment& a) {
    const auto& budget = a.budget;
    std::vector<Statement> said;
    if (budget.weights.bytes) {
        said.push_back({Message::evidence_weights,
                        {{"bytes", *budget.weights.bytes},
                         {"parameters", a.model.parameters},
                         {"format", std::string(a.deployment.weight_format.id)},
                         {"basis", std::string(basis_key(budget.weights.basis))}}});
    }
    if (budget.weights.rule) {
        said.push_back(
            {Message::evidence_rule_differs, {{"bytes", *budget.weights.bytes}, {"rule", *budget.weights.rule}}});
    }
    if (budget.kv_cache.bytes) {
        said.push_back({Message::evidence_kv,
                        {{"bytes", *budget.kv_cache.bytes},
                         {"per_token", budget.kv_cache.bytes_per_token},
                         {"tokens", budget.kv_cache.tokens}}});
    }
    if (budget.total) {
        said.push_back({Message::evidence_total,
                        {{"total", *budget.total}, {"low", *budget.required_low}, {"high", *budget.required_high}}});
        say_dominant(a, said);
        for (const auto& fit : a.fits) { said.push_back(verdict_of(fit)); }
    }
    if (auto pool = pool_of(a)) { said.push_back(*std::move(pool)); }
    say_rows_taken(a.deployment.machines, said);
    said.push_back({Message::evidence_seed_unused, {{"seed", a.deployment.seed}}});
    return said;
}

}  // namespace sizer
