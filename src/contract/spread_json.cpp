#include "contract/spread_json.hpp"

#include "contract/shared_json.hpp"
#include "contract/statements.hpp"

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

Json fits_json(const SpreadRow& row) {
    Json all = Json::array();
    for (const auto& each : row.fits) {
        all.push_back({{"hardware", each.machine.device.id},
                       {"count", each.machine.count},
                       {"verdict", each.verdict ? Json(verdict_key(*each.verdict)) : Json(nullptr)}});
    }
    return all;
}

Json row_json(const SpreadRow& row, const Speaker& say) {
    Json json;
    json["name"] = row.engine;
    json["version"] = row.version;
    json["alike"] = row.alike;
    for (const auto name : k_terms) {
        const std::string key = std::string(term_key(name)) + "_bytes";
        json[key] = row.budget ? bytes_json(term(*row.budget, name).bytes) : Json(nullptr);
    }
    json["total_bytes"] = row.budget ? bytes_json(row.budget->total) : Json(nullptr);
    if (row.budget) { json["required_bytes"] = band_json(row.budget->required_low, row.budget->required_high); }
    json["fits"] = fits_json(row);
    if (row.because) { json["because"] = say(*row.because); }
    for (const auto& problem : row.refused) { json["refused"].push_back(say(problem.what)); }
    return json;
}

}  // namespace

Json spread_json(const Spread& spread, const Speaker& say) {
    Json all = Json::array();
    for (const auto& row : spread) { all.push_back(row_json(row, say)); }
    return all;
}

}  // namespace sizer
