#include "catalog/generate_text.hpp"

namespace sizer {
namespace {

std::string whole(std::uint64_t value) { return std::to_string(value) + "U"; }

std::vector<std::string> keys_text(const EngineRow& row, Pool& names) {
    std::vector<std::string> items;
    for (const auto& key : row.keys) {
        items.push_back("{" + literal(key.name) + ", static_cast<EngineKeyKind>(" +
                        std::to_string(static_cast<int>(key.kind)) + "), " + literal(key.standard) + ", " +
                        names.span(literals(key.choices)) + ", " + whole(key.least) + ", " + literal(key.meaning) +
                        "}");
    }
    return items;
}

std::vector<std::string> constants_text(const EngineRow& row) {
    std::vector<std::string> items;
    for (const auto& constant : row.constants) {
        items.push_back("{" + literal(constant.name) + ", Ratio{" + whole(constant.value.numerator) + ", " +
                        whole(constant.value.denominator) + "}}");
    }
    return items;
}

std::vector<std::string> calibrations_text(const EngineRow& row) {
    std::vector<std::string> items;
    for (const auto& each : row.calibrations) {
        items.push_back("{" + literal(each.term) + ", " + whole(each.measurements) + ", " +
                        number(each.median_error_percent) + ", " + number(each.worst_error_percent) + "}");
    }
    return items;
}

}  // namespace

std::string engines_text(OwnedRows& owned) {
    Pool names("std::string_view", "k_names");
    Pool keys("EngineKey", "k_keys");
    Pool constants("EngineConstant", "k_constants");
    Pool calibrations("EngineCalibration", "k_calibrations");
    std::string rows;
    for (const auto& row : owned.engines) {
        rows += "    {.id = " + literal(row.id) + ",\n     .aliases = " + names.span(literals(row.aliases)) +
                ",\n     .json = " + literal(row.json) + ",\n     .base = " + literal(row.base) +
                ",\n     .version = " + literal(row.version) + ",\n     .keys = " + keys.span(keys_text(row, names)) +
                ",\n     .constants = " + constants.span(constants_text(row)) +
                ",\n     .calibrations = " + calibrations.span(calibrations_text(row)) + "},\n";
    }
    return file_text(names.definition() + keys.definition() + constants.definition() + calibrations.definition(),
                     "EngineRow", rows, index_text(owned.engines, owned), "k_engine_table") +
           "\n}  // namespace sizer\n";
}

}  // namespace sizer
