#pragma once

#include <sizer/assessment.hpp>
#include <sizer/run.hpp>

#include "report/number.hpp"

#include <string>

namespace sizer {

/// the account as a person reads it: one screen; a bar and the arithmetic for each term, the total, what dominates,
/// where it fits. Fits the terminal's width from 40 columns on; plain ASCII where the locale is not UTF-8.
[[nodiscard]] std::string table(const Assessment& assessment, const Terminal& terminal, Units units);

}  // namespace sizer
