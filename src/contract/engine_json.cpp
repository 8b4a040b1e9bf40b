#include "contract/engine_json.hpp"

#include "contract/statements.hpp"

#include <cmath>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

/// Two decimals, as engines print it.
double hundredths(Ratio value) {
    constexpr double k_hundredths = 100.0;
    const double ratio = static_cast<double>(value.numerator) / static_cast<double>(value.denominator);
    return std::round(ratio * k_hundredths) / k_hundredths;
}

void add_pool(Json& json, const EnginePool& pool) {
    json["available_kv_bytes"] = pool.available.count();
    json["kv_tokens"] = pool.tokens.count();
    json["max_concurrency"] = hundredths(pool.max_concurrency);
    json["starts"] = pool.starts;
    json["largest_context"] = pool.largest_context.count();
}

}  // namespace

Json engine_json(const Assessment& a) {
    const auto& row = a.deployment.engine_row;
    const Fit* fit = asked_fit(a);
    if (row.id.empty() || row.id == "rule" || fit == nullptr || !fit->fullest_device) { return nullptr; }
    const auto& device = *fit->fullest_device;
    Json json;
    json["name"] = row.id;
    const auto asked = EngineOptions(a.deployment).text("version");
    json["version"] = asked.empty() ? row.version : asked;
    json["per_device"]["weights_bytes"] = device.weights.count();
    json["per_device"]["kv_cache_bytes"] = device.kv_cache.count();
    json["per_device"]["activations_bytes"] = device.activations.count();
    json["per_device"]["overhead_bytes"] = device.overhead.count();
    if (fit->engine) {
        json["host_bytes"] = fit->engine->host.count();
        if (fit->engine->pool) { add_pool(json, *fit->engine->pool); }
    }
    return json;
}

}  // namespace sizer
