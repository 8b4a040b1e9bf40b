#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// Layers in front that keep the dense feed-forward. A list says it layer by layer: MiMo-V2, MiniMax M3.
std::uint32_t first_dense(const HfSource& source) {
    if (source.text.is_array("moe_layer_freq")) {
        const auto routed = source.text.wholes("moe_layer_freq", 1);
        return static_cast<std::uint32_t>(std::ranges::find(routed, 1U) - routed.begin());
    }
    if (source.text.is_array("moe_layer_start_index")) { return source.width_or_list({"moe_layer_start_index"}); }
    if (source.text.has("mlp_only_layers") && source.text.is_array("mlp_only_layers")) {
        const auto dense = source.text.wholes("mlp_only_layers", k_most_layers);
        std::uint32_t count = 0;
        while (std::ranges::find(dense, count) != dense.end()) { ++count; }
        if (count != 0) { return count; }
    }
    return source.width({"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"});
}

/// Every how many layers there are experts, and where they begin. Sources: Qwen3MoeDecoderLayer (the last of each
/// step), Llama4TextConfig.moe_layers (likewise), JambaConfig (an offset), Ernie4_5_MoeConfig (the last of each
/// interval).
void read_period(const HfSource& source, Experts& moe) {
    moe.layer_period = std::max(
        1U, source.width(
                {"decoder_sparse_step", "interleave_moe_layer_step", "expert_layer_period", "moe_layer_interval"}, 1));
    if (moe.layer_period == 1) { return; }
    moe.layer_offset =
        source.text.has("expert_layer_offset") ? source.width({"expert_layer_offset"}) : moe.layer_period - 1;
}

/// A correction for each expert that steers the choice, or a plain bias (gpt-oss).
bool router_bias(const HfSource& source) {
    if (source.type.router_bias) { return true; }
    if (source.type.name == "nemotron_h") { return true; }  // modeling_nemotron_h.py: e_score_correction_bias
    if (source.type.name == "lfm2moe") { return source.flag("use_expert_bias", true); }
    const bool corrected = source.text.is_text("topk_method") && source.text.text("topk_method") == "noaux_tc";
    return corrected || source.flag("use_routing_bias", false);
}

void read_shared(const HfSource& source, Experts& moe) {
    moe.shared_experts =
        source.width_or_list({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"});
    const auto width = source.width({"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                                     "shared_intermediate_size", "share_expert_dim"});
    if (width != 0) {
        moe.shared_experts = std::max(moe.shared_experts, 1U);
        moe.shared_intermediate_size = width;
    } else if (source.text.has("shared_intermediate_size")) {
        moe.shared_experts = 0;  // MiniMax-M2 says 0
    } else if (source.type.name == "llama4") {
        moe.shared_experts = 1;
        moe.shared_intermediate_size = moe.expert_intermediate_size;
    } else if (std::uint64_t{moe.shared_experts} * moe.expert_intermediate_size <= k_most_width) {
        moe.shared_intermediate_size = moe.shared_experts * moe.expert_intermediate_size;
    }
}

}  // namespace

void read_hf_experts(const HfSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    Experts& moe = dims.moe;
    if (dims.design == Design::gemma4 && !source.flag("enable_moe_block", false)) { return; }
    moe.experts = source.width_or_list({"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"});
    if (moe.experts <= 1) {  // Jamba's and Hunyuan's dense models have one "expert"
        moe = {};
        return;
    }
    moe.experts_per_token = source.width_or_list(
        {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts", "moe_topk", "moe_k"});
    moe.expert_intermediate_size = source.width_or_list({"moe_intermediate_size", "intermediate_size"});
    moe.latent_size = source.width({"moe_latent_size"});
    moe.router_bias = router_bias(source);
    moe.expert_bias = source.type.expert_bias;
    moe.shared_gate = source.type.shared_gate;
    moe.first_dense_layers = first_dense(source);
    read_period(source, moe);
    read_shared(source, moe);
    // A scale for each router input and each expert. Source: modeling_gemma4.py, Gemma4TextRouter.
    if (dims.design == Design::gemma4) { moe.extra_per_layer = dims.hidden_size + moe.experts; }
    if (moe.experts_per_token == 0 || moe.experts_per_token > moe.experts) {
        source.text.complain("num_experts_per_tok",
                             {Message::bad_value, {{"name", std::string("num_experts_per_tok")}}});
    }
}

}  // namespace sizer
