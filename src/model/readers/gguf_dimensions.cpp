#include "model/readers/gguf_dimensions.hpp"

#include <algorithm>

namespace sizer {
namespace {

std::uint32_t vocabulary(const GgufSource& source) {
    if (const auto said = source.keys.width("vocab_size"); said != 0) { return said; }
    // Most files have no such key: the tokenizer's list is the vocabulary, and the embedding has a row for each token.
    const auto listed = source.metadata.length("tokenizer.ggml.tokens");
    return listed ? static_cast<std::uint32_t>(std::min<std::uint64_t>(*listed, UINT32_MAX))
                  : source.tensors.dimension("token_embd.weight", 1);
}

NormKind norm_kind(const GgufSource& source) {
    const auto& tensors = source.tensors;
    if (tensors.has("attn_norm.bias") || tensors.has("attn_output_norm.bias") || tensors.has("output_norm.bias")) {
        return NormKind::layer;
    }
    // Command R: LayerNorm without a bias has the LayerNorm epsilon alone.
    const bool plain =
        source.keys.has("attention.layer_norm_epsilon") && !source.keys.has("attention.layer_norm_rms_epsilon");
    return plain ? NormKind::layer_no_bias : NormKind::rms;
}

/// vectors of the hidden size in one layer.
std::uint32_t norms_per_layer(const GgufSource& source, std::uint32_t hidden_size) {
    constexpr std::array names = {"attn_norm",      "attn_norm_2",      "attn_output_norm", "post_attention_norm",
                                  "ffn_norm",       "post_ffw_norm",    "post_ffw_norm_1",  "post_ffw_norm_2",
                                  "pre_ffw_norm_2", "layer_output_norm"};
    std::uint32_t count = 0;
    for (const std::string name : names) {
        const bool has = source.tensors.dimension(name + ".weight", 0) == hidden_size ||
                         source.tensors.dimension(name, 0) == hidden_size;  // Falcon-H1 leaves the suffix off
        count += has ? 1U : 0U;
    }
    return count == 0 ? Dimensions{}.norms_per_layer : count;
}

MtpKind mtp_kind(const GgufSource& source) {
    if (source.blocks == source.layers) { return MtpKind::none; }
    if (source.row.design == Design::linear_hybrid) { return MtpKind::qwen; }
    return source.row.design == Design::nemotron_h ? MtpKind::nemotron : MtpKind::deepseek;
}

void read_embeddings(const GgufSource& source, Dimensions& dims) {
    const auto& tensors = source.tensors;
    dims.vocab_size = vocabulary(source);
    dims.tie_word_embeddings = tensors.has("token_embd.weight") && !tensors.has("output.weight");
    dims.lm_head_bias = tensors.has("output.bias");
    dims.position_embeddings = tensors.dimension("position_embd.weight", 1);
    dims.token_types = tensors.dimension("token_types.weight", 1);
    dims.pooler = tensors.has("cls.weight");
    dims.per_layer_input = source.keys.width("embedding_length_per_layer_input");
    if (dims.per_layer_input != 0) { dims.per_layer_vocab = tensors.dimension("per_layer_token_embd.weight", 1); }
    dims.altup_inputs = source.keys.width("altup.num_inputs");
    dims.laurel_rank = tensors.dimension("laurel_l.weight", 1);
    dims.hyper_connections = source.keys.width("hyper_connection.count");
}

}  // namespace

std::uint32_t common_value(std::vector<std::uint32_t>& per_layer) {
    if (per_layer.empty()) { return 0; }
    const std::uint32_t largest = std::ranges::max(per_layer);
    if (std::ranges::all_of(per_layer, [&](std::uint32_t value) { return value == 0 || value == largest; })) {
        per_layer.clear();
    }
    return largest;
}

Architecture gguf_architecture(const GgufSource& source) {
    Architecture architecture;
    architecture.name = source.row.name;
    Dimensions& dims = architecture.dims;
    dims.design = source.row.design;
    dims.layers = source.layers;
    dims.hidden_size = source.keys.width("embedding_length", source.tensors.dimension("token_embd.weight", 0));
    dims.max_context = source.keys.tokens("context_length");
    read_embeddings(source, dims);
    read_attention(source, architecture);
    read_latent_attention(source, architecture);
    read_feed_forward(source, architecture);
    read_experts(source, architecture);
    read_recurrence(source, architecture);
    read_layer_types(source, architecture);
    dims.norm = norm_kind(source);
    dims.norms_per_layer = norms_per_layer(source, dims.hidden_size);
    dims.mtp = {.kind = mtp_kind(source),
                .layers = source.blocks - source.layers,
                .own_embeddings = source.tensors.mtp_has("nextn.embed_tokens.weight")};
    return architecture;
}

}  // namespace sizer
