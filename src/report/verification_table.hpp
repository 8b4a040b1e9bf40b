#pragma once

#include "report/number.hpp"

#include <sizer/run.hpp>
#include <sizer/verification.hpp>

#include <string>

namespace sizer {

/// predicted, observed and error for each term, for a person.
[[nodiscard]] std::string verification_table(const Verification& verification, const Terminal& terminal, Units units);

}  // namespace sizer
