#pragma once

#include <sizer/architecture.hpp>
#include <sizer/model.hpp>
#include <sizer/training.hpp>

namespace sizer {

/// the tensors as the trainer holds them: a tied head may be one of its own, MTP layers are left out.
[[nodiscard]] TensorInventory trained_tensors(const Architecture& architecture, TensorInventory tensors,
                                              const TrainingPlan& plan);

/// bytes of the frozen base: linear layers of the blocks in the base's format, all else in 16 bits (32 for fp32).
/// NF4 takes 1/2 + 4/64 bytes a weight, with double quantisation 1/2 + 1/64 + 4/(64 x 256).
/// Source: QLoRA (arXiv:2305.14314) section 3.
[[nodiscard]] Bytes frozen_bytes(const TensorInventory& tensors, const TrainingPlan& plan);

/// bytes of the buffer that a quantised layer is dequantised into: the largest matrix in 16 bits; a quantised head
/// twice.
[[nodiscard]] Bytes dequantised_bytes(const TensorInventory& tensors, const TrainingPlan& plan);

}  // namespace sizer
