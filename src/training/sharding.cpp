#include "training/sharding.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr Ratio k_host_buffers{3, 2};  // DeepSpeed's additional_buffer_factor
constexpr std::uint64_t k_all_stages = 3;
constexpr std::uint64_t k_half = 2;
constexpr std::uint64_t k_full = 4;
constexpr std::uint64_t k_offloaded_optimizer = 16;
constexpr std::uint64_t k_offloaded_all = 18;

}  // namespace

ModelStates sharded(ModelStates states, std::uint32_t stage, std::uint32_t devices) {
    const Ratio share{1, devices};
    if (stage >= 1) { states.optimizer = states.optimizer * share; }
    if (stage >= 2) { states.gradients = states.gradients * share; }
    if (stage >= k_all_stages) { states.weights = states.weights * share; }
    return states;
}

std::uint32_t zero_stage(const TrainingPlan& plan) { return plan.zero.value_or(plan.gpus > 1 ? k_all_stages : 0); }

DeepSpeedEstimate deepspeed_zero2(Params parameters, std::uint32_t devices, Offload offload, DeepSpeedRelease release) {
    const Bytes each(parameters.count());
    if (offload != Offload::none) {
        const std::uint64_t host = std::max<std::uint64_t>(k_full * devices, k_offloaded_optimizer);
        return {each * k_half, each * host * k_host_buffers};
    }
    const Bytes device = release == DeepSpeedRelease::current
                             ? each * k_half + each * Ratio{k_offloaded_all, devices}
                             : each * k_full + each * Ratio{k_offloaded_optimizer, devices};
    return {device, each * (k_full * devices) * k_host_buffers};
}

DeepSpeedEstimate deepspeed_zero3(Params parameters, Params largest_layer, std::uint32_t devices, Offload offload) {
    const Bytes each(parameters.count());
    const Bytes gathered = Bytes(largest_layer.count()) * k_full;
    switch (offload) {
    case Offload::parameters: return {gathered, each * k_offloaded_all * k_host_buffers};
    case Offload::optimizer:
        return {gathered + each * Ratio{k_half, devices}, each * k_offloaded_optimizer * k_host_buffers};
    case Offload::none: break;
    }
    return {gathered + each * Ratio{k_offloaded_all, devices}, gathered * devices * k_host_buffers};
}

}  // namespace sizer
