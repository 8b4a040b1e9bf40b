#pragma once

#include <sizer/architecture.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace sizer {

// The one list of an architecture's fields and enumerators by name. The catalogue's reader and generator, the
// model-spec reader and the contract's writer all walk it, so none can forget a field that another knows.

/// the names of an enumeration, in the order of its values.
template <class E>
inline constexpr std::nullptr_t k_enum_names = nullptr;

template <>
inline constexpr auto k_enum_names<Design> = std::to_array<std::string_view>(
    {"unknown", "standard",       "mla",         "linear_hybrid", "nemotron_h", "bert",        "lfm2",      "gemma4",
     "gemma3n", "granite_hybrid", "mamba",       "mamba2",        "mllama",     "deepseek_v4", "falcon_h1", "minimax",
     "jamba",   "decilm",         "kimi_linear", "rwkv"});

template <>
inline constexpr auto k_enum_names<QkNorm> = std::to_array<std::string_view>({"none", "head", "full", "per_head"});

template <>
inline constexpr auto k_enum_names<NormKind> = std::to_array<std::string_view>({"rms", "layer", "layer_no_bias"});

template <>
inline constexpr auto k_enum_names<MlpKind> = std::to_array<std::string_view>({"glu", "two_matrix"});

template <>
inline constexpr auto k_enum_names<VisionKind> = std::to_array<std::string_view>({"none", "mllama", "llama4", "pixtral",
                                                                                  "qwen25vl", "qwen3vl",
                                                                                  "siglip_gemma3", "gemma4", "count"});

template <>
inline constexpr auto k_enum_names<MtpKind> = std::to_array<std::string_view>({"none", "qwen", "deepseek", "nemotron"});

template <class E>
concept NamedEnum =
    std::is_enum_v<E> && !std::is_same_v<std::remove_cvref_t<decltype(k_enum_names<E>)>, std::nullptr_t>;

template <NamedEnum E>
[[nodiscard]] constexpr std::string_view enum_name(E value) {
    return k_enum_names<E>.at(static_cast<std::size_t>(value));
}

template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> enum_from_name(std::string_view name) {
    for (std::size_t i = 0; i < k_enum_names<E>.size(); ++i) {
        if (k_enum_names<E>[i] == name) { return static_cast<E>(i); }
    }
    return std::nullopt;
}

/// `T` is `S`, const or not: lets one function walk values that are read and values that are written.
template <class T, class S>
concept Either = std::same_as<std::remove_const_t<T>, S>;

// Each calls `visit(name, member)` for every member in the order of declaration; groups are members that can be walked
// themselves.

template <Either<Experts> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("experts", value.experts);
    visit("experts_per_token", value.experts_per_token);
    visit("expert_intermediate_size", value.expert_intermediate_size);
    visit("shared_experts", value.shared_experts);
    visit("shared_intermediate_size", value.shared_intermediate_size);
    visit("first_dense_layers", value.first_dense_layers);
    visit("layer_period", value.layer_period);
    visit("layer_offset", value.layer_offset);
    visit("latent_size", value.latent_size);
    visit("extra_per_layer", value.extra_per_layer);
    visit("router_bias", value.router_bias);
    visit("expert_bias", value.expert_bias);
    visit("shared_gate", value.shared_gate);
}

template <Either<LatentAttention> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("kv_lora_rank", value.kv_lora_rank);
    visit("q_lora_rank", value.q_lora_rank);
    visit("qk_rope_head_dim", value.qk_rope_head_dim);
    visit("qk_nope_head_dim", value.qk_nope_head_dim);
    visit("v_head_dim", value.v_head_dim);
    visit("legacy_full_heads", value.legacy_full_heads);
}

template <Either<Indexer> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("heads", value.heads);
    visit("head_dim", value.head_dim);
    visit("top_k", value.top_k);
}

template <Either<StateSpace> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("inner_size", value.inner_size);
    visit("state_size", value.state_size);
    visit("groups", value.groups);
    visit("heads", value.heads);
    visit("head_dim", value.head_dim);
    visit("dt_rank", value.dt_rank);
    visit("gated_norm", value.gated_norm);
    visit("bcdt_norm", value.bcdt_norm);
}

template <Either<LinearAttention> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("key_heads", value.key_heads);
    visit("key_dim", value.key_dim);
    visit("value_heads", value.value_heads);
    visit("value_dim", value.value_dim);
}

template <Either<Vision> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("kind", value.kind);
    visit("hidden_size", value.hidden_size);
    visit("layers", value.layers);
    visit("global_layers", value.global_layers);
    visit("intermediate_size", value.intermediate_size);
    visit("head_dim", value.head_dim);
    visit("patch", value.patch);
    visit("positions", value.positions);
    visit("tiles", value.tiles);
    visit("aspect_ratios", value.aspect_ratios);
    visit("output_size", value.output_size);
    visit("adapter_size", value.adapter_size);
    visit("deepstack", value.deepstack);
    visit("audio_parameters", value.audio_parameters);
    visit("audio_output_size", value.audio_output_size);
    visit("parameters", value.parameters);
    visit("merge", value.merge);
    visit("projector_bias", value.projector_bias);
    visit("standardize", value.standardize);
    visit("clipped", value.clipped);
}

template <Either<NextTokenPrediction> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("kind", value.kind);
    visit("layers", value.layers);
    visit("own_embeddings", value.own_embeddings);
}

template <Either<Dimensions> T, class Visit>
void for_each_field(T& value, Visit&& visit) {
    visit("design", value.design);
    visit("layers", value.layers);
    visit("heads", value.heads);
    visit("kv_heads", value.kv_heads);
    visit("d_head", value.d_head);
    visit("d_head_v", value.d_head_v);
    visit("hidden_size", value.hidden_size);
    visit("intermediate_size", value.intermediate_size);
    visit("vocab_size", value.vocab_size);
    visit("max_context", value.max_context);
    visit("tie_word_embeddings", value.tie_word_embeddings);
    visit("sliding_window", value.sliding_window);
    visit("chunked_attention", value.chunked_attention);
    visit("global_kv_heads", value.global_kv_heads);
    visit("global_d_head", value.global_d_head);
    visit("kv_shared_layers", value.kv_shared_layers);
    visit("shared_layers_drop_kv", value.shared_layers_drop_kv);
    visit("global_k_is_v", value.global_k_is_v);
    visit("attention_sinks", value.attention_sinks);
    visit("attention_output_gate", value.attention_output_gate);
    visit("conv_kernel", value.conv_kernel);
    visit("qkv_bias", value.qkv_bias);
    visit("output_bias", value.output_bias);
    visit("mlp_bias", value.mlp_bias);
    visit("lm_head_bias", value.lm_head_bias);
    visit("qk_norm", value.qk_norm);
    visit("norm", value.norm);
    visit("norms_per_layer", value.norms_per_layer);
    visit("mlp", value.mlp);
    visit("extra_embedding_rows", value.extra_embedding_rows);
    visit("position_embeddings", value.position_embeddings);
    visit("token_types", value.token_types);
    visit("pooler", value.pooler);
    visit("per_layer_input", value.per_layer_input);
    visit("per_layer_vocab", value.per_layer_vocab);
    visit("altup_inputs", value.altup_inputs);
    visit("laurel_rank", value.laurel_rank);
    visit("double_wide_shared", value.double_wide_shared);
    visit("output_groups", value.output_groups);
    visit("output_lora_rank", value.output_lora_rank);
    visit("hyper_connections", value.hyper_connections);
    visit("moe", value.moe);
    visit("mla", value.mla);
    visit("indexer", value.indexer);
    visit("ssm", value.ssm);
    visit("linear", value.linear);
    visit("vision", value.vision);
    visit("mtp", value.mtp);
}

/// A visitor that takes any member; named, since clang 14 accepts everything of a lambda inside a requirement.
struct AnyVisitor {
    template <class Member>
    void operator()(std::string_view, Member&) const {}
};

/// `T` is a group of fields rather than one.
template <class T>
concept FieldGroup = requires(T& value, AnyVisitor visitor) {
    for_each_field(value, visitor);
};

}  // namespace sizer
