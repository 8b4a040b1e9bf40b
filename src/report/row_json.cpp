#include "report/listing.hpp"

#include "contract/inspection.hpp"
#include "contract/kv_groups_json.hpp"
#include "model/kv_layout.hpp"
#include "report/paint.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sizer {
namespace {

constexpr int k_json_indent = 2;

std::string value_text(const nlohmann::ordered_json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string model_row_json(const ModelRow& row) {
    auto json = nlohmann::ordered_json::parse(row.json);
    if (row.dims.design != Design::unknown) {
        const KvLayout layout = kv_layout(architecture_of(row));
        json["kv_cache"]["bytes_per_token_f16"] = cache_slope_f16(layout).count();
        json["kv_cache"]["groups"] = kv_groups_json(layout);
    }
    return json.dump(k_json_indent) + "\n";
}

std::string row_json(std::string_view row) { return nlohmann::ordered_json::parse(row).dump(k_json_indent) + "\n"; }

std::string row_table(std::string_view text, const Terminal& terminal) {
    constexpr std::size_t k_least_width = 40;
    const auto json = nlohmann::ordered_json::parse(text);
    std::size_t widest = 0;
    for (const auto& [key, value] : json.items()) { widest = std::max(widest, key.size()); }
    const std::size_t column = widest + 2;
    const std::size_t width = std::max(k_least_width, static_cast<std::size_t>(std::max(terminal.width, 0)));
    std::string out;
    for (const auto& [key, value] : json.items()) {
        // The label is part of the wrapped text, so that further lines stand below the value.
        out += wrapped(padded(key, column) + value_text(value), width, column) + "\n";
    }
    return out;
}

}  // namespace sizer
