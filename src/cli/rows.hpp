#pragma once

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <string_view>

namespace sizer {

// The row of that id or alias; each throws InputError at `where`, naming the nearest three, when there is none.
[[nodiscard]] const ModelRow& model_row(std::string_view name, const Catalogue& catalogue, const Place& where);
[[nodiscard]] const HardwareRow& hardware_row(std::string_view name, const Catalogue& catalogue, const Place& where);
[[nodiscard]] const FormatRow& format_row(std::string_view name, const Catalogue& catalogue, const Place& where);
[[nodiscard]] const EngineRow& engine_row(std::string_view name, const Catalogue& catalogue, const Place& where);

}  // namespace sizer
