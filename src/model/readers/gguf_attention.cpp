#include "model/readers/gguf_dimensions.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// Norms of queries and keys: over a head, over all heads together, or one vector for each head.
QkNorm qk_norm(const GgufSource& source, const Dimensions& dims) {
    const GgufTensor* const norm = source.tensors.find("attn_q_norm.weight");
    if (norm == nullptr) { return QkNorm::none; }
    if (norm->ne[1] > 1) { return QkNorm::per_head; }
    return norm->ne[0] == dims.d_head ? QkNorm::head : QkNorm::full;
}

/// Gemma 4 has two kinds of attention layer, each with its own heads: the keys without a suffix are of the global ones.
/// Source: llama.cpp, src/models/gemma4.cpp.
void read_global_heads(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    const auto window_head = source.keys.width("attention.key_length_swa");
    if (window_head != 0 && window_head != dims.d_head) {
        dims.global_d_head = dims.d_head;
        dims.d_head = window_head;
        dims.d_head_v = source.keys.width("attention.value_length_swa", window_head);
    }
    auto& kv = architecture.kv_heads_per_layer;
    const auto windows = source.metadata.integers(std::string(source.row.name) + ".attention.sliding_window_pattern");
    if (kv.empty() || windows.size() < kv.size()) { return; }
    const auto first_of = [&](std::uint64_t is_window) {
        for (std::size_t i = 0; i < kv.size(); ++i) {
            if (windows[i] == is_window) { return kv[i]; }
        }
        return 0U;
    };
    dims.kv_heads = first_of(1);
    dims.global_kv_heads = first_of(0);
    kv.clear();
}

void read_gemma4(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    read_global_heads(source, architecture);
    const auto& tensors = source.tensors;
    if (tensors.empty() || dims.layers == 0) { return; }
    // The last layers reuse the cache of an earlier one; converters may drop their K and V weights.
    dims.shared_layers_drop_kv = dims.kv_shared_layers != 0 && !tensors.layer_has(dims.layers - 1, "attn_k.weight");
    const auto keys = tensors.layers_with("attn_k.weight");
    const auto values = tensors.layers_with("attn_v.weight");
    dims.global_k_is_v = values.size() < keys.size();
}

/// The last layers that reuse an earlier one's cache. Gemma 3n's first files lack the key: there it is all behind the
/// 20th. Source: llama.cpp, src/models/gemma3n.cpp, n_layer_kv_from_start.
std::uint32_t shared_layers(const GgufSource& source, const Dimensions& dims) {
    constexpr std::uint32_t own = 20;
    if (source.row.design == Design::gemma3n && !source.keys.has("attention.shared_kv_layers")) {
        return dims.layers > own ? dims.layers - own : 0;
    }
    return std::min(source.keys.layers("attention.shared_kv_layers"), dims.layers);
}

void read_window(const GgufSource& source, Dimensions& dims) {
    const auto& rule = source.row.window;
    const bool said = source.keys.has("attention.sliding_window");
    dims.sliding_window = source.keys.width("attention.sliding_window");
    // Llama 4's chunk is 8,192 whatever the key says, but 0 turns it off; Gemma 2's default is 4,096.
    if ((!said || rule.chunked) && rule.tokens != 0 && !(said && dims.sliding_window == 0)) {
        dims.sliding_window = rule.tokens;
    }
    dims.chunked_attention = rule.chunked && dims.sliding_window != 0;
}

bool is_attention_free(Design design) {
    return design == Design::mamba || design == Design::mamba2 || design == Design::rwkv;
}

void read_heads(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    architecture.heads_per_layer = source.keys.per_layer("attention.head_count", dims.layers);
    architecture.kv_heads_per_layer = source.keys.per_layer("attention.head_count_kv", dims.layers);
    const bool kv_said = !architecture.kv_heads_per_layer.empty();
    // Neural architecture search left whole layers without attention: 0 there is a value of its own.
    const bool zeros_count = source.row.design == Design::decilm || source.row.design == Design::standard;
    auto kept = architecture.kv_heads_per_layer;
    const bool has_zeros = std::ranges::find(kept, 0U) != kept.end();
    dims.heads = common_value(architecture.heads_per_layer);
    dims.kv_heads = kv_said ? common_value(architecture.kv_heads_per_layer) : dims.heads;
    if (zeros_count && has_zeros && dims.kv_heads != 0) { architecture.kv_heads_per_layer = std::move(kept); }
}

}  // namespace

void read_attention(const GgufSource& source, Architecture& architecture) {
    if (is_attention_free(source.row.design)) { return; }
    Dimensions& dims = architecture.dims;
    const auto& tensors = source.tensors;
    read_heads(source, architecture);
    const std::uint32_t even = dims.heads == 0 ? 0 : dims.hidden_size / dims.heads;
    dims.d_head = source.keys.width("attention.key_length", even);
    dims.d_head_v = source.keys.width("attention.value_length", even);
    dims.kv_shared_layers = shared_layers(source, dims);
    if (source.row.design == Design::gemma4) { read_gemma4(source, architecture); }
    read_window(source, dims);
    dims.qkv_bias = tensors.has("attn_q.bias") || tensors.has("attn_qkv.bias");
    dims.output_bias = tensors.has("attn_output.bias");
    dims.qk_norm = qk_norm(source, dims);
    dims.attention_sinks = tensors.has("attn_sinks.weight");
    const std::uint64_t plain_query = std::uint64_t{dims.heads} * dims.d_head;
    dims.attention_output_gate = source.row.design == Design::linear_hybrid && plain_query != 0 &&
                                 tensors.dimension("attn_q.weight", 1) == 2 * plain_query;
    if (dims.d_head_v == dims.d_head) { dims.d_head_v = 0; }
}

void read_latent_attention(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    const auto& keys = source.keys;
    dims.indexer = {.heads = keys.width("attention.indexer.head_count"),
                    .head_dim = keys.width("attention.indexer.key_length"),
                    .top_k = keys.width("attention.indexer.top_k")};
    LatentAttention& mla = dims.mla;
    mla.kv_lora_rank = keys.width("attention.kv_lora_rank");
    if (source.row.design == Design::deepseek_v4) {
        mla.q_lora_rank = keys.width("attention.q_lora_rank");
        mla.qk_rope_head_dim = keys.width("rope.dimension_count");
        dims.output_groups = keys.width("attention.output_group_count");
        dims.output_lora_rank = keys.width("attention.output_lora_rank");
        architecture.compress_ratios = keys.per_layer("attention.compress_ratios", dims.layers);
        return;
    }
    if (mla.kv_lora_rank == 0) { return; }
    // A file of 2025 on stores one latent head, of rank + rope elements, and the real heads under keys of their own; an
    // older one has only the real heads, and engines cache all of them. Source: llama.cpp, src/models/deepseek2.cpp.
    mla.legacy_full_heads = !keys.has("attention.key_length_mla");
    const std::uint32_t key = keys.width("attention.key_length_mla", dims.d_head);
    const std::uint32_t value =
        keys.width("attention.value_length_mla", dims.d_head_v == 0 ? dims.d_head : dims.d_head_v);
    mla.q_lora_rank = keys.width("attention.q_lora_rank");
    mla.qk_rope_head_dim = keys.width("rope.dimension_count");
    mla.qk_nope_head_dim = key > mla.qk_rope_head_dim ? key - mla.qk_rope_head_dim : 0;
    mla.v_head_dim = value;
    dims.kv_heads = dims.heads;
    dims.d_head = key;
    dims.d_head_v = value == key ? 0 : value;
    architecture.kv_heads_per_layer.clear();
}

}  // namespace sizer
