#pragma once

#include <sizer/quantity.hpp>
#include <sizer/training.hpp>

#include <cstdint>

namespace sizer {

/// The model states of one device.
struct ModelStates {
    Bytes weights;
    Bytes gradients;
    Bytes optimizer;
};

/// `states` divided over the data-parallel devices: stage 1 the optimizer's, 2 the gradients too, 3 the weights too.
/// Source: ZeRO (arXiv:1910.02054) section 5: 4 P + 12 P / N, 2 P + 14 P / N, 16 P / N.
[[nodiscard]] ModelStates sharded(ModelStates states, std::uint32_t stage, std::uint32_t devices);

/// the stage of a plan: what was asked, else 3 on several devices.
[[nodiscard]] std::uint32_t zero_stage(const TrainingPlan& plan);

/// The estimator's two states: the one whose output its documentation shows, and the one it has now.
enum class DeepSpeedRelease : std::uint8_t { documented, current };

/// ZeRO-2: documented 4 P + 16 P / N, now 2 P + 18 P / N; with the optimizer offloaded 2 P. Host: 4 N P x 1.5, at least
/// 16 P x 1.5 with offload.
/// Source: deepspeed runtime/zero/stage_1_and_2.py, estimate_zero2_model_states_mem_needs.
[[nodiscard]] DeepSpeedEstimate deepspeed_zero2(Params parameters, std::uint32_t devices, Offload offload,
                                                DeepSpeedRelease release = DeepSpeedRelease::current);

/// ZeRO-3 with zero.Init on one node: 4 bytes for each parameter of the largest layer, and 18 P / N; with the optimizer
/// offloaded 2 P / N, with the parameters too nothing more. Hosts: 1.5 x 4 x largest x N, 16 P, 18 P.
/// Source: deepspeed runtime/zero/stage3.py, estimate_zero3_model_states_mem_needs.
[[nodiscard]] DeepSpeedEstimate deepspeed_zero3(Params parameters, Params largest_layer, std::uint32_t devices,
                                                Offload offload);

}  // namespace sizer
