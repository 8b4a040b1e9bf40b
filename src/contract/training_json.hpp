#pragma once

#include "contract/contract_json.hpp"

#include <sizer/training.hpp>

#include <string>
#include <string_view>

namespace sizer {

/// the contract of a training budget as text, with the keys and the order of every contract.
[[nodiscard]] std::string training_json(const TrainingAssessment& assessment, const Speaker& say,
                                        std::string_view version);

}  // namespace sizer
