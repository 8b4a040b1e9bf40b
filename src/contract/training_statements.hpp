#pragma once

#include <sizer/training.hpp>

#include <vector>

namespace sizer {

/// the path through the flow chart: what is trained, its states, the device's total, does it fit, what dominates.
[[nodiscard]] std::vector<Decision> training_decisions(const TrainingAssessment& assessment);

/// sentences that each cite numbers of the result.
[[nodiscard]] std::vector<Statement> training_evidence(const TrainingAssessment& assessment);

/// what the result does not prove, chosen by what was assumed.
[[nodiscard]] std::vector<Statement> training_limitations(const TrainingAssessment& assessment);

}  // namespace sizer
