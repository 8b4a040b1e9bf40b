#include "contract/contract_json.hpp"

#include "contract/kv_groups_json.hpp"
#include "contract/statements.hpp"
#include "spec/architecture_json.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

Json bytes_json(const std::optional<Bytes>& bytes) { return bytes ? Json(bytes->count()) : Json(nullptr); }

/// A tenth is the finest that is said; the nearest double prints as that one decimal everywhere.
double tenths(PerMille value) {
    constexpr double k_tenths = 10.0;
    return static_cast<double>(value.value) / k_tenths;
}

double tenths(Ratio value) { return static_cast<double>(value.numerator) / static_cast<double>(value.denominator); }

std::string margin_text(const Margin& margin) {
    const auto percent = [](std::uint32_t permille) {
        constexpr std::uint32_t k_tenths = 10;
        const auto rest = permille % k_tenths;
        return std::to_string(permille / k_tenths) + (rest == 0 ? "" : "." + std::to_string(rest));
    };
    if (margin.low_permille == margin.high_permille) { return percent(margin.low_permille); }
    return percent(margin.low_permille) + "-" + percent(margin.high_permille);
}

std::string_view origin_key(ModelOrigin origin) {
    switch (origin) {
    case ModelOrigin::catalogue: return "catalogue";
    case ModelOrigin::file: return "file";
    case ModelOrigin::spec: return "spec";
    case ModelOrigin::flags: break;
    }
    return "flags";
}

std::string_view usable_key(UsableBasis basis) {
    switch (basis) {
    case UsableBasis::driver: return "driver";
    case UsableBasis::nominal: return "nominal";
    case UsableBasis::default_limit: return "default_limit";
    case UsableBasis::given: return "given";
    case UsableBasis::unknown: break;
    }
    return "unknown";
}

std::string_view choice_key(BasisChoice choice) {
    constexpr std::array<std::string_view, 5> k_names = {"auto", "rule", "shape", "file", "engine"};
    return k_names.at(static_cast<std::size_t>(choice));
}

std::string_view verdict_key(Verdict verdict) {
    constexpr std::array<std::string_view, 3> k_names = {"fits", "tight", "no"};
    return k_names.at(static_cast<std::size_t>(verdict));
}

Json model_json(const Model& model, const Deployment& deployment) {
    Json json;
    json["name"] = model.name;
    json["origin"] = origin_key(model.origin);
    json["source"] = model.source;
    json["parameters"] = model.parameters.count();
    if (model.active_parameters.count() != 0 && model.active_parameters != model.parameters) {
        json["active_parameters"] = model.active_parameters.count();
    }
    json["format"] = deployment.weight_format.id;
    if (!model.unknown_architecture.empty()) {
        json["unknown_architecture"] = model.unknown_architecture;
    } else {
        json.update(architecture_json(model.architecture));
    }
    if (model.file) {
        json["file"]["type"] = model.file->type;
        json["file"]["header_sha256"] = model.file->header_sha256;
        json["file"]["tensors"] = tensor_sums_json(model.file->sums);
    }
    return json;
}

std::string kv_format_text(const Deployment& deployment) {
    std::string text(deployment.k_format.id);
    if (deployment.v_format.id != deployment.k_format.id) { text += "/" + std::string(deployment.v_format.id); }
    return text;
}

Json deployment_json(const Deployment& deployment) {
    Json json;
    json["context"] = deployment.context.count();
    json["batch"] = deployment.batch;
    json["sessions"] = deployment.sessions;
    json["kv_format"] = kv_format_text(deployment);
    json["engine"] = deployment.engine;
    json["margin"] = margin_text(deployment.margin);
    json["basis"] = choice_key(deployment.basis);
    if (deployment.activations) { json["activations"] = deployment.activations->count(); }
    if (deployment.overhead) { json["overhead"] = deployment.overhead->count(); }
    if (deployment.tensor_parallel) { json["tp"] = *deployment.tensor_parallel; }
    if (deployment.pipeline_parallel) { json["pp"] = *deployment.pipeline_parallel; }
    return json;
}

Json machine_json(const Machine& machine) {
    Json json;
    json["hardware"] = machine.device.id;
    json["name"] = machine.device.name;
    json["count"] = machine.count;
    json["usable_bytes_each"] = machine.device.usable_bytes.count();
    json["usable_basis"] = usable_key(machine.device.usable_basis);
    return json;
}

Json term_json(const Term& term, const Budget& budget, const Speaker& say) {
    Json json;
    json["bytes"] = bytes_json(term.bytes);
    json["basis"] = basis_key(term.basis);
    json["formula"] = say(term.formula);
    if (term.bytes && budget.total) { json["share_percent"] = tenths(share(*term.bytes, *budget.total)); }
    return json;
}

Json weights_json(const Assessment& a, const Speaker& say) {
    const auto& weights = a.budget.weights;
    Json json = term_json(weights, a.budget, say);
    json["parameters"] = a.model.parameters.count();
    json["format"] = a.deployment.weight_format.id;
    json["not_loaded_bytes"] = weights.not_loaded.count();
    if (weights.rule) { json["rule_bytes"] = weights.rule->count(); }
    return json;
}

Json cache_json(const Assessment& a, const Speaker& say) {
    const auto& cache = a.budget.kv_cache;
    const auto known = [&](std::uint64_t count) { return cache.bytes ? Json(count) : Json(nullptr); };
    Json json = term_json(cache, a.budget, say);
    json["bytes_per_token"] = known(cache.bytes_per_token.count());
    json["tokens"] = cache.tokens.count();
    json["window_bytes"] = known(cache.window.count());
    json["state_bytes"] = known(cache.state.count());
    json["index_bytes"] = known(cache.index.count());
    if (cache.bytes && a.budget.weights.bytes && a.budget.weights.bytes->count() != 0) {
        json["times_weights"] = tenths(times(*cache.bytes, *a.budget.weights.bytes));
    }
    json["groups"] = kv_groups_json(cache.groups);
    return json;
}

Json terms_json(const Assessment& a, const Speaker& say) {
    Json json;
    json["weights"] = weights_json(a, say);
    json["kv_cache"] = cache_json(a, say);
    json["activations"] = term_json(a.budget.activations, a.budget, say);
    json["activations"]["sequences"] = a.budget.activations.sequences;
    json["overhead"] = term_json(a.budget.overhead, a.budget, say);
    json["overhead"]["devices"] = a.budget.overhead.devices;
    return json;
}

Json band_json(const std::optional<Bytes>& low, const std::optional<Bytes>& high) {
    Json json;
    json["low"] = bytes_json(low);
    json["high"] = bytes_json(high);
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

Json fit_json(const Fit& fit) {
    Json json;
    json["hardware"] = fit.machine.device.id;
    json["name"] = fit.machine.device.name;
    json["count"] = fit.machine.count;
    if (fit.proposed) { json["rung"] = fit.rung; }
    json["tp"] = fit.tensor_parallel;
    json["pp"] = fit.pipeline_parallel;
    json["usable_bytes"] = fit.usable.count();
    json["required_bytes"] = band_json(fit.required_low, fit.required_high);
    json["headroom_bytes"] = nullptr;
    if (fit.required_high) {
        json["headroom_bytes"] = static_cast<std::int64_t>(fit.usable.count() - fit.required_high->count());
    }
    json["fullest_device"] = fit.fullest_device ? device_json(*fit.fullest_device) : Json(nullptr);
    json["verdict"] = fit.verdict ? Json(verdict_key(*fit.verdict)) : Json(nullptr);
    return json;
}

Json result_json(const Assessment& a, const Speaker& say) {
    const auto& budget = a.budget;
    Json json;
    json["terms"] = terms_json(a, say);
    json["total_bytes"] = bytes_json(budget.total);
    json["required_bytes"] = band_json(budget.required_low, budget.required_high);
    json["dominant_term"] = budget.dominant ? Json(term_key(*budget.dominant)) : Json(nullptr);
    json["fits"] = Json::array();
    for (const auto& fit : a.fits) { json["fits"].push_back(fit_json(fit)); }
    return json;
}

Json sentences(const std::vector<Statement>& statements, const Speaker& say) {
    Json json = Json::array();
    for (const auto& statement : statements) { json.push_back(say(statement)); }
    return json;
}

Json decisions_json(const Assessment& a, const Speaker& say) {
    Json json = Json::array();
    for (const auto& step : a.decisions) {
        Json each;
        each["question"] = say(step.question);
        each["answer"] = say(step.answer);
        each["because"] = say(step.because);
        json.push_back(std::move(each));
    }
    return json;
}

}  // namespace

std::string contract_json(const Assessment& a, const Speaker& say, std::string_view version) {
    Json json;
    json["kind"] = "evaluation";
    json["seed"] = a.deployment.seed;
    json["sizer"] = {{"version", version}, {"schema", k_contract_schema_version}, {"command", "budget"}};
    json["inputs"]["model"] = model_json(a.model, a.deployment);
    json["inputs"]["deployment"] = deployment_json(a.deployment);
    json["inputs"]["hardware"] = Json::array();
    for (const auto& machine : a.deployment.machines) { json["inputs"]["hardware"].push_back(machine_json(machine)); }
    json["result"] = result_json(a, say);
    json["decisions"] = decisions_json(a, say);
    json["evidence"] = sentences(a.evidence, say);
    json["limitations"] = sentences(a.limitations, say);
    // A hostile name that is not UTF-8 is shown with replacement characters rather than failing the whole answer.
    constexpr int k_indent = 2;
    return json.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sizer
