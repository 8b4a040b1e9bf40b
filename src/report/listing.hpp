#pragma once

#include <sizer/catalogue.hpp>
#include <sizer/run.hpp>

#include "report/number.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// the catalogue's models, devices or formats as aligned columns for a person.
[[nodiscard]] std::string models_table(const Catalogue& catalogue, const Terminal& terminal);
[[nodiscard]] std::string hardware_table(const Catalogue& catalogue, const Terminal& terminal, Units units);
[[nodiscard]] std::string formats_table(const Catalogue& catalogue, const Terminal& terminal);

/// the engines as aligned columns, and one engine as a page: keys, defaults, calibration, sources.
[[nodiscard]] std::string engines_table(const Catalogue& catalogue, const Terminal& terminal);
[[nodiscard]] std::string engine_page(const EngineRow& row, const Terminal& terminal);

/// the rows' own JSON texts as one array, a row a line.
[[nodiscard]] std::string rows_json(const std::vector<std::string_view>& rows);

/// one row whole, its source included, as JSON text.
[[nodiscard]] std::string row_json(std::string_view row);

/// a model's row whole, and the layout of its cache, which follows from it.
[[nodiscard]] std::string model_row_json(const ModelRow& row);

/// the object in `json` as "key  value" lines for a person.
[[nodiscard]] std::string row_table(std::string_view json, const Terminal& terminal);

}  // namespace sizer
