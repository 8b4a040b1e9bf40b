#include "training/buffers.hpp"

#include "training/base_weights.hpp"
#include "training/model_states.hpp"
#include "training/sharding.hpp"
#include "training/trainers.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_half = 2;

TensorInventory of_layer(const TensorInventory& tensors, std::int32_t layer) {
    TensorInventory mine;
    std::copy_if(tensors.begin(), tensors.end(), std::back_inserter(mine),
                 [&](const Tensor& tensor) { return tensor.layer == layer && tensor.cls != TensorClass::vision; });
    return mine;
}

/// A set of tensors as it is computed with: trained weights in 16 bits, frozen ones as they are stored.
Bytes gathered_bytes(const TensorInventory& tensors, const TrainingPlan& plan) {
    if (plan.method != TuningMethod::full) { return frozen_bytes(tensors, plan); }
    Bytes sum;
    for (const auto& tensor : tensors) { sum += Bytes(elements(tensor)) * k_half; }
    return sum;
}

Bytes gathered(const TensorInventory& tensors, const Architecture& architecture, const TrainingPlan& plan,
               Bytes weights) {
    const auto& profile = trainer_profile(plan.trainer);
    // The last layer: the first ones of some mixtures are dense, and smaller.
    const auto last = static_cast<std::int32_t>(architecture.dims.layers) - 1;
    Bytes sum = gathered_bytes(of_layer(tensors, last), plan) * profile.gathered_layers;
    const bool trained = plan.method == TuningMethod::full;
    if (profile.keeps_whole_copy) { sum += weights; }
    if (profile.gathers_root && (trained || !profile.keeps_whole_copy)) {
        // Embedding and head, and where they are trained their gradients before these are divided.
        sum += gathered_bytes(of_layer(tensors, -1), plan) * (trained ? 2 : 1);
    }
    return sum;
}

}  // namespace

Bytes step_buffers(const TensorInventory& tensors, const Architecture& architecture, const TrainingPlan& plan,
                   Bytes weights) {
    Bytes sum = dequantised_bytes(tensors, plan);
    const bool split = zero_stage(plan) >= 3 && plan.gpus > 1;
    if (split || plan.offload == Offload::parameters) { sum += gathered(tensors, architecture, plan, weights); }
    return sum;
}

}  // namespace sizer
