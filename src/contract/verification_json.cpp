#include "contract/verification_json.hpp"

#include "contract/shared_json.hpp"
#include "contract/verification_names.hpp"

#include <nlohmann/json.hpp>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

constexpr double k_tenths = 10.0;
constexpr double k_hundredths = 100.0;

Json number_json(LogTerm term, std::uint64_t value) {
    // Requests are printed with two decimals; everything else is whole.
    return term == LogTerm::max_concurrency ? Json(static_cast<double>(value) / k_hundredths) : Json(value);
}

Json term_json(const VerifiedTerm& term) {
    const std::string unit(log_term_unit(term.term));
    Json json;
    json["term"] = log_term_key(term.term);
    json["predicted_" + unit] = term.predicted ? number_json(term.term, *term.predicted) : Json(nullptr);
    json["observed_" + unit] = number_json(term.term, term.observed.value);
    json["error_percent"] =
        term.error_permille ? Json(static_cast<double>(*term.error_permille) / k_tenths) : Json(nullptr);
    json["within"] = term.predicted ? Json(term.within) : Json(nullptr);
    json["line"] = term.observed.line;
    return json;
}

Json log_json(const Verification& v) {
    Json json;
    json["name"] = v.log_name;
    json["engine"] = engine_key(v.log.engine);
    json["version"] = v.log.version.empty() ? Json(nullptr) : Json(v.log.version);
    json["devices"] = v.log.devices;
    json["settings"] = v.from_log;
    return json;
}

}  // namespace

std::string verification_json(const Verification& v, const Speaker& say, std::string_view version) {
    Json json;
    json["kind"] = "verification";
    json["seed"] = v.deployment.seed;
    json["sizer"] = program_json(version, "verify");
    json["inputs"]["model"] = model_json(v.model, v.deployment.weight_format.id);
    json["inputs"]["deployment"] = deployment_json(v.deployment);
    json["inputs"]["hardware"] = machines_json(v.deployment.machines);
    json["inputs"]["log"] = log_json(v);
    json["inputs"]["tolerance_percent"] = v.tolerance_permille / k_tenths;
    json["result"]["terms"] = Json::array();
    for (const auto& term : v.terms) { json["result"]["terms"].push_back(term_json(term)); }
    json["result"]["within"] = v.judged() ? Json(v.within()) : Json(nullptr);
    json["evidence"] = sentences(v.evidence, say);
    json["limitations"] = sentences(v.limitations, say);
    return contract_text(json);
}

}  // namespace sizer
