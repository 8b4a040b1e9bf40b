#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// A depthwise convolution over `channels`. It is no linear layer: every format leaves it wide.
void add_convolution(TensorList& list, std::string_view stem, std::uint64_t kernel, std::uint64_t channels) {
    list.matrix(TensorClass::norm, stem, kernel, channels);
}

}  // namespace

void add_mamba(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& ssm = dims.ssm;
    const std::uint64_t inner = ssm.inner_size;
    list.matrix(TensorClass::ssm, "ssm_in", dims.hidden_size, 2 * inner);
    add_convolution(list, "ssm_conv1d", dims.conv_kernel, inner);
    list.bias("ssm_conv1d", inner);
    list.matrix(TensorClass::ssm, "ssm_x", inner, ssm.dt_rank + 2ULL * ssm.state_size);
    list.matrix(TensorClass::ssm, "ssm_dt", ssm.dt_rank, inner);
    list.bias("ssm_dt", inner);
    if (ssm.bcdt_norm) {
        list.vector("ssm_dt_norm", ssm.dt_rank);
        list.vector("ssm_b_norm", ssm.state_size);
        list.vector("ssm_c_norm", ssm.state_size);
    }
    list.bare("ssm_a", ssm.state_size, inner);
    list.bare("ssm_d", inner);
    list.matrix(TensorClass::ssm, "ssm_out", inner, dims.hidden_size);
}

void add_mamba2(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& ssm = dims.ssm;
    const std::uint64_t inner = ssm.inner_size;
    const std::uint64_t channels = checked_add(inner, checked_mul(2ULL * ssm.groups, ssm.state_size));
    list.matrix(TensorClass::ssm, "ssm_in", dims.hidden_size, checked_add(inner + std::uint64_t{ssm.heads}, channels));
    add_convolution(list, "ssm_conv1d", dims.conv_kernel, channels);
    list.bias("ssm_conv1d", channels);
    list.bias("ssm_dt", ssm.heads);
    list.bare("ssm_a", 1, ssm.heads);
    list.bare("ssm_d", 1, ssm.heads);
    if (ssm.gated_norm && ssm.groups != 0) {
        list.matrix(TensorClass::norm, "ssm_norm", inner / ssm.groups, ssm.groups);
    }
    list.matrix(TensorClass::ssm, "ssm_out", inner, dims.hidden_size);
}

void add_delta_net(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& linear = dims.linear;
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t keys = std::uint64_t{linear.key_heads} * linear.key_dim;
    const std::uint64_t values = std::uint64_t{linear.value_heads} * linear.value_dim;
    const std::uint64_t all = checked_add(checked_mul(2, keys), values);
    list.matrix(TensorClass::attention_qkv, "attn_qkv", hidden, all);
    list.matrix(TensorClass::attention_other, "attn_gate", hidden, values);
    add_convolution(list, "ssm_conv1d", dims.conv_kernel, all);
    list.bias("ssm_dt", linear.value_heads);
    list.bare("ssm_a", linear.value_heads);
    if (layer.architecture.name == "qwen3next") {  // its checkpoint has the two fused, Qwen3.5's apart
        list.matrix(TensorClass::ssm, "ssm_ba", hidden, 2ULL * linear.value_heads);
    } else {
        list.matrix(TensorClass::ssm, "ssm_beta", hidden, linear.value_heads);
        list.matrix(TensorClass::ssm, "ssm_alpha", hidden, linear.value_heads);
    }
    list.vector("ssm_norm", linear.value_dim);
    list.matrix(TensorClass::ssm, "ssm_out", values, hidden);
}

void add_kimi_delta_attention(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& linear = dims.linear;
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t head = linear.value_dim;
    const std::uint64_t width = linear.value_heads * head;
    list.matrix(TensorClass::attention_q, "attn_q", hidden, width);
    list.matrix(TensorClass::attention_k, "attn_k", hidden, width);
    list.matrix(TensorClass::attention_v, "attn_v", hidden, width);
    for (const auto* stem : {"ssm_conv1d_q", "ssm_conv1d_k", "ssm_conv1d_v"}) {
        add_convolution(list, stem, dims.conv_kernel, width);
    }
    list.matrix(TensorClass::ssm, "ssm_f_a", hidden, head);
    list.matrix(TensorClass::ssm, "ssm_f_b", head, width);
    list.matrix(TensorClass::ssm, "ssm_g_a", hidden, head);
    list.matrix(TensorClass::ssm, "ssm_g_b", head, width);
    list.matrix(TensorClass::ssm, "ssm_beta", hidden, linear.value_heads);
    list.bare("ssm_a", 1, linear.value_heads);
    list.bias("ssm_dt", width);
    list.vector("ssm_norm", head);
    list.matrix(TensorClass::attention_output, "attn_output", width, hidden);
}

void add_lightning_attention(TensorList& list, const LayerContext& layer) {
    const std::uint64_t hidden = layer.dims().hidden_size;
    const std::uint64_t width = layer.shape.heads * layer.shape.d_head;
    list.matrix(TensorClass::attention_qkv, "attn_qkv", hidden, checked_mul(3, width));
    list.matrix(TensorClass::attention_other, "attn_gate", hidden, width);
    list.vector("attn_sub_norm", width);
    list.matrix(TensorClass::attention_output, "attn_output", width, hidden);
}

void add_short_convolution(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const std::uint64_t hidden = dims.hidden_size;
    add_convolution(list, "shortconv.conv", dims.conv_kernel, hidden);
    list.matrix(TensorClass::ssm, "shortconv.in_proj", hidden, 3 * hidden);
    list.matrix(TensorClass::ssm, "shortconv.out_proj", hidden, hidden);
}

void add_rwkv_block(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t inner = layer.shape.intermediate;
    add_norm(list, dims, "attn_norm", hidden);
    add_norm(list, dims, "attn_norm_2", hidden);
    for (const auto* stem : {"time_mix_lerp_k", "time_mix_lerp_v", "time_mix_lerp_r", "time_mix_lerp_g",
                             "time_mix_decay", "time_mix_first", "channel_mix_lerp_k", "channel_mix_lerp_r"}) {
        list.vector(stem, hidden);
    }
    for (const auto* stem :
         {"time_mix_receptance", "time_mix_key", "time_mix_value", "time_mix_gate", "time_mix_output"}) {
        list.matrix(TensorClass::ssm, stem, hidden, hidden);
    }
    add_norm(list, dims, "time_mix_ln", hidden);
    list.matrix(TensorClass::ffn_up, "channel_mix_key", hidden, inner);
    list.matrix(TensorClass::ffn_down, "channel_mix_value", inner, hidden);
    list.matrix(TensorClass::ffn_gate, "channel_mix_receptance", hidden, hidden);
}

}  // namespace sizer
