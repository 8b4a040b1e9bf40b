#pragma once

#include <string_view>

namespace sizer {

/// the program's version as the build says it: "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace sizer
