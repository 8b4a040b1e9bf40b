#include "model/readers/gguf_dimensions.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// Two matrices or three; a fused gate and up has twice the rows (Phi-3).
MlpKind mlp_kind(const GgufSource& source, const Dimensions& dims) {
    const auto& tensors = source.tensors;
    if (!tensors.has("ffn_up.weight") && !tensors.has("ffn_up_exps.weight")) { return Dimensions{}.mlp; }
    for (const auto* const part : {"ffn_gate.weight", "ffn_gate_exps.weight", "ffn_gate.0.weight"}) {
        if (tensors.has(part)) { return MlpKind::glu; }
    }
    const std::uint64_t rows = tensors.dimension("ffn_up.weight", 1);
    const bool fused = dims.intermediate_size != 0 && rows == 2 * std::uint64_t{dims.intermediate_size};
    return fused ? MlpKind::glu : MlpKind::two_matrix;
}

std::uint32_t expert_width(const GgufSource& source, const Dimensions& dims) {
    const auto stored = source.tensors.dimension("ffn_down_exps.weight", 0);
    if (stored != 0) { return stored; }
    // Mixtral's files have no key of their own: the feed-forward length is the experts'.
    return source.keys.width("expert_feed_forward_length", dims.intermediate_size);
}

/// Layers with experts: leading dense ones, then all, or every n-th.
void read_placement(const GgufSource& source, Dimensions& dims) {
    Experts& moe = dims.moe;
    const auto& keys = source.keys;
    moe.first_dense_layers = std::min(keys.layers("leading_dense_block_count"), dims.layers);
    moe.layer_period = std::max({1U, keys.layers("interleave_moe_layer_step"), keys.layers("moe_every_n_layers")});
    moe.layer_offset = moe.layer_period - 1;
    const auto routed = source.tensors.layers_with("ffn_gate_inp.weight");
    if (source.row.design == Design::nemotron_h || routed.size() < 2) { return; }  // there, layer_types says it
    moe.layer_period = routed[1] - routed[0];
    moe.layer_offset = moe.layer_period > 1 ? routed[0] : 0;
    if (moe.layer_period == 1) { moe.first_dense_layers = routed[0]; }
}

void read_shared_experts(const GgufSource& source, Dimensions& dims) {
    Experts& moe = dims.moe;
    const auto& tensors = source.tensors;
    moe.shared_experts = source.keys.width("expert_shared_count");
    moe.shared_intermediate_size = tensors.dimension("ffn_down_shexp.weight", 0);
    if (moe.shared_intermediate_size == 0) {
        const std::uint64_t all = std::uint64_t{moe.shared_experts} * moe.expert_intermediate_size;
        moe.shared_intermediate_size = source.keys.width(
            "expert_shared_feed_forward_length", static_cast<std::uint32_t>(std::min<std::uint64_t>(all, UINT32_MAX)));
    }
    if (moe.shared_experts == 0 && moe.shared_intermediate_size != 0) { moe.shared_experts = 1; }
    moe.shared_gate = tensors.has("ffn_gate_inp_shexp.weight");
}

std::uint32_t scale_elements(const GgufSource& source) {
    std::uint64_t count = 0;
    for (const auto* const part : {"ffn_gate_inp.scale", "ffn_down_exps.scale"}) {
        if (const auto* const tensor = source.tensors.find(part)) { count += tensor->elements; }
    }
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
}

}  // namespace

void read_feed_forward(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    auto& per_layer = architecture.intermediate_per_layer;
    per_layer = source.keys.per_layer("feed_forward_length", dims.layers);
    dims.intermediate_size = common_value(per_layer);
    if (dims.design == Design::gemma4 && !per_layer.empty() && dims.kv_shared_layers != 0) {
        // Gemma 4 E2B: layers that share another's cache are twice as wide.
        dims.double_wide_shared = per_layer.back() == 2 * std::uint64_t{per_layer.front()};
        if (dims.double_wide_shared) {
            dims.intermediate_size = per_layer.front();
            per_layer.clear();
        }
    }
    dims.mlp = mlp_kind(source, dims);
    dims.mlp_bias = source.tensors.has("ffn_up.bias") || source.tensors.has("ffn_down.bias");
}

void read_experts(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    Experts& moe = dims.moe;
    const auto& tensors = source.tensors;
    moe.experts = source.keys.width("expert_count");
    if (moe.experts == 0) {
        // Granite's dense models name their feed-forward a shared expert's.
        if (dims.intermediate_size == 0) { dims.intermediate_size = tensors.dimension("ffn_down_shexp.weight", 0); }
        return;
    }
    moe.experts_per_token = source.keys.width("expert_used_count");
    moe.expert_intermediate_size = expert_width(source, dims);
    read_shared_experts(source, dims);
    read_placement(source, dims);
    moe.latent_size = source.keys.width("moe_latent_size");
    moe.router_bias = tensors.has("exp_probs_b.bias") || tensors.has("exp_probs_b") || tensors.has("ffn_gate_inp.bias");
    moe.expert_bias = tensors.has("ffn_up_exps.bias");
    moe.extra_per_layer = scale_elements(source);
}

}  // namespace sizer
