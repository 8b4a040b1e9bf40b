#pragma once

#include <sizer/run.hpp>
#include <sizer/training.hpp>

#include "report/number.hpp"

#include <string>

namespace sizer {

/// the account of one training device as a person reads it: the seven terms, the total, what dominates, where it fits.
[[nodiscard]] std::string training_table(const TrainingAssessment& assessment, const Terminal& terminal, Units units);

}  // namespace sizer
