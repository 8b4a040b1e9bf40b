#pragma once

#include "cli/options.hpp"

#include <sizer/training.hpp>

namespace sizer {

/// the plan that the options of `sizer train` ask for; throws InputError with every mistake at once, options that
/// belong to the inference budget included.
[[nodiscard]] TrainingPlan training_plan(const Options& options);

}  // namespace sizer
