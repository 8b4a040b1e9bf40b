#include "model/readers/tensor_class.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace sizer {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

template <std::size_t N>
bool contains_any(std::string_view text, const std::array<std::string_view, N>& parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return contains(text, part); });
}

struct Rule {
    std::string_view part;
    TensorClass cls;
};

template <std::size_t N>
TensorClass first_match(const std::array<Rule, N>& rules, std::string_view name) {
    const auto* const found = std::ranges::find_if(rules, [&](const Rule& rule) { return contains(name, rule.part); });
    return found == rules.end() ? TensorClass::other : found->cls;
}

constexpr std::array<std::string_view, 12> k_towers = {
    "visual.",        "vision_tower",           "vision_model", "vision_encoder", "multi_modal_projector",
    "mm_projector",   "vision_embedding",       "embed_vision", "audio_tower",    "embed_audio",
    "vision_adapter", "vision_language_adapter"};

constexpr std::array<std::string_view, 5> k_mtp = {"mtp.", "mtp_block.", ".nextn.", ".eh_proj", ".shared_head."};

/// Vectors and scalars: every format leaves them wide.
constexpr std::array<std::string_view, 10> k_small = {
    "norm",      "A_log", "dt_bias",      ".sinks",       "e_score_correction_bias",
    "layernorm", "ln_",   "layer_scalar", "router_scale", "expert_bias"};

/// Within one expert, or all experts of a layer in one tensor. w1, w3, w2 are gate, up, down.
constexpr std::array k_expert_rules = {
    Rule{"gate_up_proj", TensorClass::expert_up}, Rule{"gate_proj", TensorClass::expert_gate},
    Rule{".w1", TensorClass::expert_gate},        Rule{"up_proj", TensorClass::expert_up},
    Rule{".w3", TensorClass::expert_up},          Rule{"down_proj", TensorClass::expert_down},
    Rule{".w2", TensorClass::expert_down},
};

constexpr std::array k_rules = {
    Rule{"shared_expert_gate", TensorClass::router},
    Rule{"mlp.gate.", TensorClass::router},
    Rule{"block_sparse_moe.gate.", TensorClass::router},
    Rule{"feed_forward.gate.", TensorClass::router},
    Rule{"mixer.gate.", TensorClass::router},
    Rule{"router.", TensorClass::router},
    Rule{"linear_attn.", TensorClass::ssm},
    Rule{"mamba.", TensorClass::ssm},
    Rule{"conv1d", TensorClass::ssm},
    Rule{".conv.", TensorClass::ssm},
    Rule{"mixer.in_proj", TensorClass::ssm},
    Rule{"mixer.out_proj", TensorClass::ssm},
    Rule{"mixer.x_proj", TensorClass::ssm},
    Rule{"mixer.dt_proj", TensorClass::ssm},
    Rule{"q_a_proj", TensorClass::attention_other},
    Rule{"q_b_proj", TensorClass::attention_other},
    Rule{"kv_a_proj", TensorClass::attention_other},
    Rule{"kv_b_proj", TensorClass::attention_other},
    Rule{"indexer.", TensorClass::attention_other},
    Rule{"qkv", TensorClass::attention_qkv},
    Rule{"Wqkv", TensorClass::attention_qkv},
    Rule{"query_key_value", TensorClass::attention_qkv},
    Rule{"c_attn", TensorClass::attention_qkv},
    Rule{"q_proj", TensorClass::attention_q},
    Rule{"k_proj", TensorClass::attention_k},
    Rule{"v_proj", TensorClass::attention_v},
    Rule{"o_proj", TensorClass::attention_output},
    Rule{"attn.out_proj", TensorClass::attention_output},
    Rule{"attn.c_proj", TensorClass::attention_output},
    Rule{"attention.dense", TensorClass::attention_output},
    Rule{"self_attn.dense", TensorClass::attention_output},
    Rule{"gate_up_proj", TensorClass::ffn_up},
    Rule{"gate_proj", TensorClass::ffn_gate},
    Rule{"up_proj", TensorClass::ffn_up},
    Rule{"down_proj", TensorClass::ffn_down},
    Rule{".w1.", TensorClass::ffn_gate},
    Rule{".w3.", TensorClass::ffn_up},
    Rule{".w2.", TensorClass::ffn_down},
    Rule{"fc1", TensorClass::ffn_up},
    Rule{"fc2", TensorClass::ffn_down},
    Rule{"c_fc", TensorClass::ffn_up},
    Rule{"mlp.c_proj", TensorClass::ffn_down},
    Rule{"dense_h_to_4h", TensorClass::ffn_up},
    Rule{"dense_4h_to_h", TensorClass::ffn_down},
};

bool is_embedding(std::string_view name) {
    constexpr std::array<std::string_view, 5> names = {"embed_tokens", "word_embeddings.", "wte.", "tok_embeddings",
                                                       "embeddings.weight"};
    return contains_any(name, names);
}

}  // namespace

std::int32_t hf_layer(std::string_view name) {
    constexpr std::string_view mark = "layers.";
    const auto start = name.find(mark);
    if (start == std::string_view::npos) { return -1; }
    std::int32_t layer = -1;
    const auto result = std::from_chars(name.data() + start + mark.size(), name.data() + name.size(), layer);
    return result.ec == std::errc{} ? layer : -1;
}

TensorClass hf_tensor_class(std::string_view name) {
    if (contains_any(name, k_towers)) { return TensorClass::vision; }
    if (name.starts_with("mtp") || contains_any(name, k_mtp)) { return TensorClass::mtp; }
    if (name.ends_with(".bias") || contains_any(name, k_small)) { return TensorClass::norm; }
    if (is_embedding(name)) { return TensorClass::token_embedding; }
    if (name.starts_with("lm_head") || contains(name, ".lm_head.") || name.starts_with("output.") ||
        name.starts_with("embed_out")) {
        return TensorClass::output;
    }
    const bool one_of_many = contains(name, "experts.") && !contains(name, "shared_experts.");
    return one_of_many ? first_match(k_expert_rules, name) : first_match(k_rules, name);
}

}  // namespace sizer
