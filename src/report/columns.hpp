#pragma once

#include <sizer/run.hpp>

#include <string>
#include <vector>

namespace sizer {

/// `rows`, the first of which is the heading, in columns as wide as their widest cell: the first left-aligned, the
/// others right. Columns that would pass the terminal's width are left out from the right: a broken line reads worse
/// than a missing column. Every row has as many cells as the first.
[[nodiscard]] std::string aligned_columns(const std::vector<std::vector<std::string>>& rows, const Terminal& terminal);

}  // namespace sizer
