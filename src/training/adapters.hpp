#pragma once

#include <sizer/architecture.hpp>
#include <sizer/model.hpp>
#include <sizer/training.hpp>

namespace sizer {

/// parameters of low-rank adapters: rank x (in + out) for each targeted layer, every expert its own; a projection that
/// the model has fused counts as its parts; DoRA adds a magnitude for each output.
/// Sources: LoRA (arXiv:2106.09685) section 4.1, DoRA (arXiv:2402.09353) section 4.1, litgpt lora.py (parts).
[[nodiscard]] Params adapter_parameters(const Architecture& architecture, const TensorInventory& tensors,
                                        const TrainingPlan& plan);

/// true when the plan puts an adapter on that module.
[[nodiscard]] inline bool targets(const TrainingPlan& plan, TargetModule module) {
    return plan.targets.at(static_cast<std::size_t>(module));
}

/// true when every linear layer of the blocks has an adapter.
[[nodiscard]] bool targets_every_layer(const TrainingPlan& plan);

}  // namespace sizer
