#pragma once

#include <sizer/catalogue.hpp>
#include <sizer/training.hpp>

#include <vector>

namespace sizer {

/// the verdict on one machine: the plan sharded over its devices, of which each must hold the same; throws InputError
/// when the plan asks for another number of devices.
[[nodiscard]] TrainingFit train_fit(const Model& model, const Deployment& deployment, const TrainingPlan& plan,
                                    const Machine& machine);

/// for each rung of the catalogue the smallest machine that fits and the nearest that does not.
[[nodiscard]] std::vector<TrainingFit> train_proposals(const Model& model, const Deployment& deployment,
                                                       const TrainingPlan& plan, const Catalogue& catalogue);

}  // namespace sizer
