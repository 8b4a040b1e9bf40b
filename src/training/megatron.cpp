#include "training/activations.hpp"

namespace sizer {

Bytes megatron_layer_bytes(const MegatronLayer& layer, Checkpointing checkpointing) {
    constexpr std::uint64_t k_input = 2;        // the layer's input in 16 bits
    constexpr std::uint64_t k_replicated = 10;  // layer norms, dropout masks: whole on every rank
    constexpr std::uint64_t k_split = 24;       // what tensor parallelism divides
    constexpr std::uint64_t k_scores = 5;       // softmax output, dropout mask and output
    const std::uint64_t tokens = checked_mul(layer.s, layer.b);
    const Bytes width(checked_mul(tokens, layer.h));
    if (checkpointing == Checkpointing::on) { return width * k_input; }
    const Ratio share{1, layer.t};
    const Bytes replicated = width * k_replicated * (layer.sequence_parallel ? share : Ratio{1, 1});
    const Bytes split = width * k_split * share;
    if (checkpointing == Checkpointing::selective) { return replicated + split; }
    const Bytes scores = Bytes(checked_mul(checked_mul(tokens, layer.a), layer.s)) * k_scores * share;
    return replicated + split + scores;
}

Bytes megatron_bytes(const Architecture& architecture, const TrainingPlan& plan) {
    const auto& dims = architecture.dims;
    const MegatronLayer layer{.s = plan.sequence.count(), .b = plan.batch, .h = dims.hidden_size, .a = dims.heads};
    const bool no_scores = plan.checkpointing == Checkpointing::off && plan.flash_attention;
    return megatron_layer_bytes(layer, no_scores ? Checkpointing::selective : plan.checkpointing) * dims.layers;
}

}  // namespace sizer
