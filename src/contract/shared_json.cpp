#include "contract/shared_json.hpp"

#include "contract/kv_groups_json.hpp"
#include "contract/statements.hpp"
#include "spec/architecture_json.hpp"

#include <array>
#include <utility>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

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

Json machine_json(const Machine& machine) {
    Json json;
    json["hardware"] = machine.device.id;
    json["name"] = machine.device.name;
    json["count"] = machine.count;
    json["usable_bytes_each"] = machine.device.usable_bytes.count();
    json["usable_basis"] = usable_key(machine.device.usable_basis);
    return json;
}

}  // namespace

std::string_view verdict_key(Verdict verdict) {
    constexpr std::array<std::string_view, 3> k_names = {"fits", "tight", "no"};
    return k_names.at(static_cast<std::size_t>(verdict));
}

Json bytes_json(const std::optional<Bytes>& bytes) { return bytes ? Json(bytes->count()) : Json(nullptr); }

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

std::string_view choice_key(BasisChoice choice) {
    constexpr std::array<std::string_view, 5> k_names = {"auto", "rule", "shape", "file", "engine"};
    return k_names.at(static_cast<std::size_t>(choice));
}

Json model_json(const Model& model, std::string_view format) {
    Json json;
    json["name"] = model.name;
    json["origin"] = origin_key(model.origin);
    json["source"] = model.source;
    json["parameters"] = model.parameters.count();
    if (model.active_parameters.count() != 0 && model.active_parameters != model.parameters) {
        json["active_parameters"] = model.active_parameters.count();
    }
    json["format"] = format;
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

Json deployment_json(const Deployment& deployment) {
    Json json;
    json["context"] = deployment.context.count();
    json["batch"] = deployment.batch;
    json["sessions"] = deployment.sessions;
    json["kv_format"] = kv_format_text(deployment);
    json["engine"] = deployment.engine;
    for (const auto& [key, value] : deployment.engine_options) { json["engine_options"][key] = value; }
    json["margin"] = margin_text(deployment.margin);
    json["basis"] = choice_key(deployment.basis);
    if (deployment.activations) { json["activations"] = deployment.activations->count(); }
    if (deployment.overhead) { json["overhead"] = deployment.overhead->count(); }
    if (deployment.tensor_parallel) { json["tp"] = *deployment.tensor_parallel; }
    if (deployment.pipeline_parallel) { json["pp"] = *deployment.pipeline_parallel; }
    return json;
}

Json program_json(std::string_view version, std::string_view command) {
    return {{"version", version}, {"schema", k_contract_schema_version}, {"command", command}};
}

Json machines_json(const std::vector<Machine>& machines) {
    Json all = Json::array();
    for (const auto& machine : machines) { all.push_back(machine_json(machine)); }
    return all;
}

Json term_json(const Term& term, const std::optional<Bytes>& total, const Speaker& say) {
    Json json;
    json["bytes"] = bytes_json(term.bytes);
    json["basis"] = basis_key(term.basis);
    json["formula"] = say(term.formula);
    if (term.bytes && total) { json["share_percent"] = tenths(share(*term.bytes, *total)); }
    return json;
}

Json band_json(const std::optional<Bytes>& low, const std::optional<Bytes>& high) {
    Json json;
    json["low"] = bytes_json(low);
    json["high"] = bytes_json(high);
    return json;
}

Json fit_json(const Fit& fit, Json device) {
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
    json["fullest_device"] = std::move(device);
    json["verdict"] = fit.verdict ? Json(verdict_key(*fit.verdict)) : Json(nullptr);
    return json;
}

Json sentences(const std::vector<Statement>& statements, const Speaker& say) {
    Json json = Json::array();
    for (const auto& statement : statements) { json.push_back(say(statement)); }
    return json;
}

Json decisions_json(const std::vector<Decision>& decisions, const Speaker& say) {
    Json json = Json::array();
    for (const auto& step : decisions) {
        Json each;
        each["question"] = say(step.question);
        each["answer"] = say(step.answer);
        each["because"] = say(step.because);
        json.push_back(std::move(each));
    }
    return json;
}

std::string contract_text(const Json& contract) {
    // A hostile name that is not UTF-8 is shown with replacement characters rather than failing the whole answer.
    constexpr int k_indent = 2;
    return contract.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sizer
