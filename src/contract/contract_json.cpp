#include "contract/contract_json.hpp"

#include "contract/engine_json.hpp"
#include "contract/kv_groups_json.hpp"
#include "contract/levers_json.hpp"
#include "contract/shared_json.hpp"
#include "contract/spread_json.hpp"
#include "contract/statements.hpp"

#include <nlohmann/json.hpp>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

Json weights_json(const Assessment& a, const Speaker& say) {
    const auto& weights = a.budget.weights;
    Json json = term_json(weights, a.budget.total, say);
    json["parameters"] = a.model.parameters.count();
    json["format"] = a.deployment.weight_format.id;
    json["not_loaded_bytes"] = weights.not_loaded.count();
    if (weights.rule) { json["rule_bytes"] = weights.rule->count(); }
    return json;
}

Json cache_json(const Assessment& a, const Speaker& say) {
    const auto& cache = a.budget.kv_cache;
    const auto known = [&](std::uint64_t count) { return cache.bytes ? Json(count) : Json(nullptr); };
    Json json = term_json(cache, a.budget.total, say);
    json["bytes_per_token"] = known(cache.bytes_per_token.count());
    json["tokens"] = cache.tokens.count();
    json["window_bytes"] = known(cache.window.count());
    json["state_bytes"] = known(cache.state.count());
    json["index_bytes"] = known(cache.index.count());
    if (cache.padding.count() != 0) { json["padding_bytes"] = cache.padding.count(); }
    if (cache.bytes && a.budget.weights.bytes && a.budget.weights.bytes->count() != 0) {
        json["times_weights"] = tenths(times(*cache.bytes, *a.budget.weights.bytes));
    }
    json["groups"] = kv_groups_json(cache.groups);
    return json;
}

Json activations_json(const Assessment& a, const Speaker& say) {
    const auto& activations = a.budget.activations;
    Json json = term_json(activations, a.budget.total, say);
    json["sequences"] = activations.sequences;
    if (activations.compute) { json["compute_bytes"] = activations.compute->count(); }
    if (activations.output) { json["output_bytes"] = activations.output->count(); }
    if (activations.host) { json["host_bytes"] = activations.host->count(); }
    return json;
}

Json terms_json(const Assessment& a, const Speaker& say) {
    Json json;
    json["weights"] = weights_json(a, say);
    json["kv_cache"] = cache_json(a, say);
    json["activations"] = activations_json(a, say);
    json["overhead"] = term_json(a.budget.overhead, a.budget.total, say);
    json["overhead"]["devices"] = a.budget.overhead.devices;
    return json;
}

Json device_json(const DeviceAccount& device) {
    Json json;
    json["weights_bytes"] = device.weights.count();
    json["kv_cache_bytes"] = device.kv_cache.count();
    json["activations_bytes"] = device.activations.count();
    json["overhead_bytes"] = device.overhead.count();
    json["total_bytes"] = device.total.count();
    json["required_bytes"] = band_json(device.required_low, device.required_high);
    json["usable_bytes"] = device.usable.count();
    return json;
}

Json point_json(const std::optional<SolvedPoint>& point) {
    if (!point) { return nullptr; }
    return {{"value", point->value}, {"total_bytes", point->total.count()}, {"verdict", verdict_key(point->verdict)}};
}

Json solution_json(const Solution& solution) {
    return {{"field", k_solve_fields.at(static_cast<std::size_t>(solution.field))},
            {"answer", point_json(solution.answer)},
            {"beside", point_json(solution.beside)}};
}

Json result_json(const Assessment& a, const Speaker& say) {
    const auto& budget = a.budget;
    Json json;
    json["terms"] = terms_json(a, say);
    json["total_bytes"] = bytes_json(budget.total);
    json["required_bytes"] = band_json(budget.required_low, budget.required_high);
    json["dominant_term"] = budget.dominant ? Json(term_key(*budget.dominant)) : Json(nullptr);
    json["fits"] = Json::array();
    for (const auto& fit : a.fits) {
        json["fits"].push_back(fit_json(fit, fit.fullest_device ? device_json(*fit.fullest_device) : Json(nullptr)));
    }
    if (a.levers) { json["levers"] = levers_json(*a.levers, say); }
    if (a.solution) { json["solve"] = solution_json(*a.solution); }
    if (!a.spread.empty()) { json["engines"] = spread_json(a.spread, say); }
    const Json engine = engine_json(a);
    if (!engine.is_null()) { json["engine"] = engine; }
    return json;
}

}  // namespace

std::string contract_json(const Assessment& a, const Speaker& say, std::string_view version) {
    Json json;
    json["kind"] = "evaluation";
    json["seed"] = a.deployment.seed;
    json["sizer"] = program_json(version, a.solution ? "solve" : "budget");
    json["inputs"]["model"] = model_json(a.model, a.deployment.weight_format.id);
    json["inputs"]["deployment"] = deployment_json(a.deployment);
    json["inputs"]["hardware"] = machines_json(a.deployment.machines);
    json["result"] = result_json(a, say);
    json["decisions"] = decisions_json(a.decisions, say);
    json["evidence"] = sentences(a.evidence, say);
    json["limitations"] = sentences(a.limitations, say);
    return contract_text(json);
}

}  // namespace sizer
