#pragma once

#include "report/number.hpp"

#include <sizer/assessment.hpp>
#include <sizer/run.hpp>

#include <string>

namespace sizer {

/// one line an engine for the same request, from the lowest total to the highest, with where it differs most.
[[nodiscard]] std::string spread_table(const Assessment& assessment, const Terminal& terminal, Units units);

}  // namespace sizer
