#pragma once

#include <sizer/architecture.hpp>
#include <sizer/model.hpp>
#include <sizer/training.hpp>

namespace sizer {

/// bytes that a step needs beside states and activations: layers gathered by ZeRO-3 or FSDP, embedding and head that
/// stay gathered, frozen weights that a trainer does not free again, the buffer that quantised layers are unpacked
/// into. `weights` are those of the whole model as they are stored. Sources: torch FSDP's root unit
/// (reshard_after_forward), DeepSpeed's 4 bytes x the largest layer, the trainers' profiles.
[[nodiscard]] Bytes step_buffers(const TensorInventory& tensors, const Architecture& architecture,
                                 const TrainingPlan& plan, Bytes weights);

}  // namespace sizer
