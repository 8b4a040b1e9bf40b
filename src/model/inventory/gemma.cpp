#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// Gate and projection of the per-layer embedding. Source: transformers modeling_gemma3n.py.
void add_per_layer_input(TensorList& list, const Dimensions& dims) {
    const std::uint64_t width = dims.per_layer_input;
    if (width == 0) { return; }
    list.matrix(TensorClass::other, "inp_gate", dims.hidden_size, width);
    list.matrix(TensorClass::other, "proj", width, dims.hidden_size);
    list.vector("post_norm", dims.hidden_size);
}

/// AltUp (arXiv:2301.13310) and LAuReL (arXiv:2411.07501); llama.cpp quantises none of it.
void add_gemma3n_block(TensorList& list, const Dimensions& dims) {
    const std::uint64_t inputs = dims.altup_inputs;
    const std::uint64_t hidden = dims.hidden_size;
    list.matrix(TensorClass::other, "altup_predict_coef", inputs, inputs * inputs);
    list.matrix(TensorClass::other, "altup_correct_coef", inputs, inputs);
    list.vector("altup_correct_scale", hidden);
    list.matrix(TensorClass::other, "altup_router", hidden, inputs);
    list.vector("altup_router_norm", hidden);
    list.matrix(TensorClass::other, "laurel_l", hidden, dims.laurel_rank);
    list.matrix(TensorClass::other, "laurel_r", dims.laurel_rank, hidden);
    list.vector("laurel_post_norm", hidden);
}

}  // namespace

void add_gemma_block(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const std::uint64_t hidden = dims.hidden_size;
    list.vector("attn_norm", hidden);
    add_attention(list, layer);
    list.vector("post_attention_norm", hidden);
    list.vector("ffn_norm", hidden);
    add_dense_feed_forward(list, layer);
    list.vector("post_ffw_norm", hidden);
    if (layer.shape.has_experts) {  // beside the dense feed-forward, with norms of their own
        list.vector("post_ffw_norm_1", hidden);
        list.vector("pre_ffw_norm_2", hidden);
        list.vector("post_ffw_norm_2", hidden);
        add_experts(list, layer);
    }
    add_per_layer_input(list, dims);
    if (dims.design == Design::gemma3n) {
        add_gemma3n_block(list, dims);
    } else {
        list.vector("layer_output_scale", 1);
    }
}

void add_gemma_globals(TensorList& list, const Architecture& architecture) {
    const auto& dims = architecture.dims;
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t all_layers = std::uint64_t{dims.per_layer_input} * dims.layers;
    list.matrix(TensorClass::token_embedding, "per_layer_token_embd", all_layers, dims.per_layer_vocab);
    list.matrix(TensorClass::other, "per_layer_model_proj", hidden, all_layers);
    list.vector("per_layer_proj_norm", dims.per_layer_input);
    if (dims.altup_inputs > 1) {
        list.stack(TensorClass::other, "altup_proj", hidden, hidden, dims.altup_inputs - 1);
        list.stack(TensorClass::other, "altup_unembd_proj", hidden, hidden, dims.altup_inputs - 1);
    }
}

}  // namespace sizer
