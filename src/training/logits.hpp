#pragma once

#include <sizer/architecture.hpp>
#include <sizer/training.hpp>

namespace sizer {

/// bytes of the logits, their softmax and their gradient for one micro-batch: vocabulary x tokens x the copies that the
/// loss keeps; a chunked loss holds them in 16 bits alone, a fused one a slice at a time and the hidden states'
/// gradient. Sources: transformers loss_utils.py; torchtune modules/loss/ce_chunked_output_loss.py; Liger Kernel
/// (arXiv:2410.10989) section 3.2.
[[nodiscard]] Bytes logit_bytes(const Architecture& architecture, const TrainingPlan& plan);

/// bytes for each logit under the plan's loss.
[[nodiscard]] std::uint64_t bytes_per_logit(const TrainingPlan& plan);

}  // namespace sizer
