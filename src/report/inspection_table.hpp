#pragma once

#include "contract/inspection.hpp"
#include "report/number.hpp"

#include <sizer/run.hpp>

#include <string>

namespace sizer {

/// what a file was understood to be, for a person.
[[nodiscard]] std::string inspection_table(const Inspection& inspection, const Terminal& terminal, Units units);

}  // namespace sizer
