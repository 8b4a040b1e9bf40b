#include "model/readers/tensor_class.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace sizer {
namespace {

struct Rule {
    std::string_view begins;
    TensorClass cls;
};

/// The first that fits wins.
constexpr std::array k_block_rules = {
    Rule{"nextn.", TensorClass::mtp},
    Rule{"attn_qkv.", TensorClass::attention_qkv},
    Rule{"attn_q.", TensorClass::attention_q},
    Rule{"attn_k.", TensorClass::attention_k},
    Rule{"attn_v.", TensorClass::attention_v},
    Rule{"attn_output.", TensorClass::attention_output},
    Rule{"attn_", TensorClass::attention_other},
    Rule{"cross_attn_q_proj.", TensorClass::attention_q},
    Rule{"cross_attn_k_proj.", TensorClass::attention_k},
    Rule{"cross_attn_v_proj.", TensorClass::attention_v},
    Rule{"cross_attn_o_proj.", TensorClass::attention_output},
    Rule{"indexer.", TensorClass::attention_other},
    Rule{"ffn_gate_inp", TensorClass::router},
    Rule{"ffn_gate_up_exps.", TensorClass::expert_up},
    Rule{"ffn_up_exps.", TensorClass::expert_up},
    Rule{"ffn_gate_exps.", TensorClass::expert_gate},
    Rule{"ffn_down_exps.", TensorClass::expert_down},
    Rule{"ffn_up_chexps.", TensorClass::expert_up},
    Rule{"ffn_gate_chexps.", TensorClass::expert_gate},
    Rule{"ffn_down_chexps.", TensorClass::expert_down},
    Rule{"ffn_up.", TensorClass::ffn_up},
    Rule{"ffn_up_shexp.", TensorClass::ffn_up},
    Rule{"ffn_gate.", TensorClass::ffn_gate},
    Rule{"ffn_gate_shexp.", TensorClass::ffn_gate},
    Rule{"ffn_down.", TensorClass::ffn_down},
    Rule{"ffn_down_shexp.", TensorClass::ffn_down},
    Rule{"ssm_", TensorClass::ssm},
    Rule{"shortconv.", TensorClass::ssm},
    Rule{"time_mix_", TensorClass::ssm},
    Rule{"channel_mix_", TensorClass::ssm},
};

constexpr std::array k_model_rules = {
    Rule{"token_embd.", TensorClass::token_embedding},
    Rule{"per_layer_token_embd.", TensorClass::token_embedding},
    Rule{"output.", TensorClass::output},
    Rule{"v.", TensorClass::vision},
    Rule{"mm.", TensorClass::vision},
    Rule{"a.", TensorClass::vision},
    Rule{"model.image_newline", TensorClass::vision},
    Rule{"resampler.", TensorClass::vision},
    Rule{"nextn.", TensorClass::mtp},
};

template <std::size_t N>
TensorClass first_match(const std::array<Rule, N>& rules, std::string_view part) {
    const auto* const found =
        std::ranges::find_if(rules, [&](const Rule& rule) { return part.starts_with(rule.begins); });
    return found == rules.end() ? TensorClass::other : found->cls;
}

/// Norms, biases, scalars and the small vectors of recurrent layers: what every format leaves wide.
bool is_small(std::string_view part) {
    return !part.ends_with("weight") || part.find("norm") != std::string_view::npos || part.starts_with("rope_") ||
           part.starts_with("attn_sinks") || part.starts_with("exp_probs_b");
}

/// Before 2024 every expert was a tensor of its own: "ffn_up.7.weight".
bool is_single_expert(std::string_view part) {
    const auto dot = part.find('.');
    return part.starts_with("ffn_") && dot + 1 < part.size() && part[dot + 1] >= '0' && part[dot + 1] <= '9';
}

TensorClass as_expert(TensorClass cls) {
    switch (cls) {
    case TensorClass::ffn_up: return TensorClass::expert_up;
    case TensorClass::ffn_gate: return TensorClass::expert_gate;
    case TensorClass::ffn_down: return TensorClass::expert_down;
    default: return cls;
    }
}

}  // namespace

TensorName gguf_tensor_name(std::string_view name) {
    constexpr std::string_view prefix = "blk.";
    if (!name.starts_with(prefix)) { return {.part = name}; }
    const char* const first = name.data() + prefix.size();
    const char* const last = name.data() + name.size();
    std::int32_t layer = -1;
    const auto [end, error] = std::from_chars(first, last, layer);
    if (error != std::errc{} || layer < 0 || end == last || *end != '.') { return {.part = name}; }
    return {layer, name.substr(static_cast<std::size_t>(end - name.data()) + 1)};
}

TensorClass gguf_tensor_class(std::string_view name) {
    const auto [layer, part] = gguf_tensor_name(name);
    if (layer < 0) {
        const auto cls = first_match(k_model_rules, part);
        return cls == TensorClass::other && is_small(part) ? TensorClass::norm : cls;
    }
    const auto cls = first_match(k_block_rules, part);
    if (cls == TensorClass::mtp) { return cls; }
    if (is_small(part)) { return TensorClass::norm; }
    return is_single_expert(part) ? as_expert(cls) : cls;
}

}  // namespace sizer
