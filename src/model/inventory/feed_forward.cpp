#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// The experts' matrices, all experts of one kind in one tensor.
void add_expert_stacks(TensorList& list, const LayerContext& layer, std::uint64_t width) {
    const auto& dims = layer.dims();
    const auto& moe = dims.moe;
    const std::uint64_t inner = moe.expert_intermediate_size;
    if (dims.design == Design::gemma4) {  // gate and up stay fused, as the checkpoint has them
        list.stack(TensorClass::expert_up, "ffn_gate_up_exps", width, 2 * inner, moe.experts);
    } else {
        if (dims.mlp == MlpKind::glu) {
            list.stack(TensorClass::expert_gate, "ffn_gate_exps", width, inner, moe.experts);
        }
        list.stack(TensorClass::expert_up, "ffn_up_exps", width, inner, moe.experts);
    }
    list.stack(TensorClass::expert_down, "ffn_down_exps", inner, width, moe.experts);
    if (moe.expert_bias) {
        if (dims.mlp == MlpKind::glu) { list.bias("ffn_gate_exps", inner, moe.experts); }
        list.bias("ffn_up_exps", inner, moe.experts);
        list.bias("ffn_down_exps", width, moe.experts);
    }
}

void add_shared_experts(TensorList& list, const Dimensions& dims) {
    const std::uint64_t inner = dims.moe.shared_intermediate_size;
    if (dims.mlp == MlpKind::glu) { list.matrix(TensorClass::ffn_gate, "ffn_gate_shexp", dims.hidden_size, inner); }
    list.matrix(TensorClass::ffn_up, "ffn_up_shexp", dims.hidden_size, inner);
    list.matrix(TensorClass::ffn_down, "ffn_down_shexp", inner, dims.hidden_size);
    if (dims.moe.shared_gate) { list.vector("ffn_gate_inp_shexp", dims.hidden_size); }
}

/// A scale for each input column of the router, and one for each expert (Gemma 4).
void add_router_scales(TensorList& list, const Dimensions& dims) {
    const std::uint64_t extra = dims.moe.extra_per_layer;
    if (extra <= dims.moe.experts) {
        list.bare("ffn_gate_inp.scale", extra);
        return;
    }
    list.bare("ffn_gate_inp.scale", extra - dims.moe.experts);
    list.bare("ffn_down_exps.scale", dims.moe.experts);
}

}  // namespace

void add_dense_feed_forward(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t inner = layer.shape.intermediate;
    const bool fused = layer.names.fused_gate_up && dims.mlp == MlpKind::glu;
    if (dims.mlp == MlpKind::glu && !fused) { list.matrix(TensorClass::ffn_gate, "ffn_gate", hidden, inner); }
    list.matrix(TensorClass::ffn_up, "ffn_up", hidden, fused ? 2 * inner : inner);
    list.matrix(TensorClass::ffn_down, "ffn_down", inner, hidden);
    if (dims.mlp_bias) {
        if (dims.mlp == MlpKind::glu && !fused) { list.bias("ffn_gate", inner); }
        list.bias("ffn_up", fused ? 2 * inner : inner);
        list.bias("ffn_down", hidden);
    }
}

void add_experts(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& moe = dims.moe;
    list.matrix(TensorClass::router, "ffn_gate_inp", dims.hidden_size, moe.experts);
    if (moe.router_bias) { list.bias(layer.names.router_bias, moe.experts); }
    if (moe.latent_size != 0) {
        list.matrix(TensorClass::ffn_down, "ffn_latent_down", dims.hidden_size, moe.latent_size);
        list.matrix(TensorClass::ffn_up, "ffn_latent_up", moe.latent_size, dims.hidden_size);
    }
    add_expert_stacks(list, layer, moe.latent_size != 0 ? moe.latent_size : dims.hidden_size);
    add_shared_experts(list, dims);
    add_router_scales(list, dims);
}

void add_feed_forward(TensorList& list, const LayerContext& layer) {
    layer.shape.has_experts ? add_experts(list, layer) : add_dense_feed_forward(list, layer);
}

}  // namespace sizer
