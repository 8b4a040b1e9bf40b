#pragma once

#include <sizer/training.hpp>

namespace sizer {

/// What one trainer does its own way: which copies it keeps, how it gathers, its loss. Everything else is the same.
struct TrainerProfile {
    LossKind loss = LossKind::full;
    std::uint64_t bytes_per_logit = 16;  ///< of the full loss: the copies of the logits that live at the same time
    bool fp32_adapters = true;           ///< adapters and their states in fp32, whatever the base
    bool fp32_gradients = false;         ///< the 18-byte convention
    bool expands_kv = false;             ///< repeats K and V for every query head before attention
    bool keeps_fused_qkv = false;        ///< V stays a view of the fused projection, which therefore lives on
    bool fp32_quantised_inputs = false;  ///< 4-bit layers keep their inputs in fp32
    bool quantises_head = false;         ///< and dequantises it whole
    bool unties_head = false;            ///< loads a tied head as a tensor of its own
    bool keeps_whole_copy = false;       ///< FSDP's devices hold a whole copy of the weights beside their share
    bool gathers_root = true;            ///< embedding and head stay gathered through the step
    std::uint32_t gathered_layers = 2;   ///< the one at work and the one fetched ahead
    std::uint32_t fragmentation_permille = 50;  ///< reserved over allocated, of what comes and goes
    Bytes context{600'000'000};                 ///< driver, kernels, libraries
};

/// the profile of a trainer. Sources stand at each.
[[nodiscard]] const TrainerProfile& trainer_profile(Trainer trainer);

/// the loss that the plan asks for, else the trainer's.
[[nodiscard]] LossKind loss_of(const TrainingPlan& plan);

}  // namespace sizer
