#include "report/columns.hpp"
#include "report/listing.hpp"
#include "report/paint.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sizer {
namespace {

using Cells = std::vector<std::string>;

std::string percent(double value) {
    constexpr double k_hundredths = 100.0;
    constexpr double k_half = 0.5;
    return decimal(Ratio{static_cast<std::uint64_t>(value * k_hundredths + k_half), 100});
}

std::string values_of(const EngineKey& key) {
    std::string list = joined(key.choices);
    const auto add = [&](const std::string& more) { list += (list.empty() ? "" : ", ") + more; };
    if (key.kind == EngineKeyKind::count) { add("N"); }
    if (key.kind == EngineKeyKind::share) { add("0-1"); }
    if (key.kind == EngineKeyKind::text) { add("text"); }
    return list;
}

std::string calibration_table(const EngineRow& row, const Terminal& terminal) {
    if (row.calibrations.empty()) { return {}; }
    std::vector<Cells> rows{{"term", "measurements", "median error %", "worst error %"}};
    for (const auto& each : row.calibrations) {
        const bool measured = each.measurements != 0;
        rows.push_back({std::string(each.term), measured ? std::to_string(each.measurements) : "none",
                        measured ? percent(each.median_error_percent) : "-",
                        measured ? percent(each.worst_error_percent) : "-"});
    }
    return "\n" + aligned_columns(rows, terminal);
}

}  // namespace

std::string engines_table(const Catalogue& catalogue, const Terminal& terminal) {
    std::vector<Cells> rows{{"engine", "version", "base", "keys"}};
    for (const auto& row : catalogue.engines()) {
        std::vector<std::string_view> keys;
        for (const auto& key : row.keys) { keys.push_back(key.name); }
        rows.push_back({std::string(row.id), row.version.empty() ? "-" : std::string(row.version),
                        row.base.empty() ? "" : std::string(row.base), joined(keys)});
    }
    return aligned_columns(rows, terminal);
}

std::string engine_page(const EngineRow& row, const Terminal& terminal) {
    constexpr std::size_t k_least_width = 40;
    const std::size_t width = std::max(k_least_width, static_cast<std::size_t>(std::max(terminal.width, 0)));
    std::string out = std::string(row.id) + (row.version.empty() ? "" : " " + std::string(row.version)) + "\n";
    if (!row.keys.empty()) {
        out += "\n";
        for (const auto& key : row.keys) {
            out += std::string(key.name) + "=" + std::string(key.standard) + "   (" + values_of(key) + ")\n";
            out += wrapped("    " + std::string(key.meaning), width, 4) + "\n";
        }
    }
    out += calibration_table(row, terminal);
    const auto json = nlohmann::ordered_json::parse(row.json);
    const auto show = [&](const std::string& title, const nlohmann::ordered_json& text) {
        if (text.is_string()) { out += "\n" + wrapped(title + text.get<std::string>(), width, title.size()) + "\n"; }
    };
    if (json.contains("note")) { show("note    ", json["note"]); }
    for (const auto& source : json["sources"]) { show("source  ", source); }
    return out;
}

}  // namespace sizer
