#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

void add_fused_qkv(TensorList& list, const LayerContext& layer) {
    const auto& shape = layer.shape;
    const std::uint64_t kv = checked_mul(shape.kv_heads, shape.d_head + shape.d_head_v);
    const std::uint64_t width = checked_add(shape.heads * shape.d_head, kv);
    list.matrix(TensorClass::attention_qkv, "attn_qkv", layer.dims().hidden_size, width);
    if (layer.dims().qkv_bias) { list.bias("attn_qkv", width); }
}

void add_split_qkv(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& shape = layer.shape;
    const std::uint64_t gate = dims.attention_output_gate ? 2 : 1;  // Qwen3-Next: query and its gate interleaved
    const std::uint64_t q = checked_mul(gate, shape.heads * shape.d_head);
    const std::uint64_t k = shape.kv_heads * shape.d_head;
    const std::uint64_t v = shape.kv_heads * shape.d_head_v;
    const bool own_kv = !(dims.shared_layers_drop_kv && shape.reuses_cache);
    const bool own_v = own_kv && !(dims.global_k_is_v && shape.letter == 'f');
    list.matrix(TensorClass::attention_q, "attn_q", dims.hidden_size, q);
    if (own_kv) { list.matrix(TensorClass::attention_k, "attn_k", dims.hidden_size, k); }
    if (own_v) { list.matrix(TensorClass::attention_v, "attn_v", dims.hidden_size, v); }
    if (dims.qkv_bias) {
        list.bias("attn_q", q);
        if (own_kv) { list.bias("attn_k", k); }
        if (own_v) { list.bias("attn_v", v); }
    }
}

void add_qk_norms(TensorList& list, const LayerContext& layer) {
    const auto& shape = layer.shape;
    switch (layer.dims().qk_norm) {
    case QkNorm::none: return;
    case QkNorm::head:
        list.vector("attn_q_norm", shape.d_head);
        list.vector("attn_k_norm", shape.d_head);
        return;
    case QkNorm::full:
        list.vector("attn_q_norm", shape.heads * shape.d_head);
        list.vector("attn_k_norm", shape.kv_heads * shape.d_head);
        return;
    case QkNorm::per_head:
        list.matrix(TensorClass::norm, "attn_q_norm", shape.d_head, shape.heads);
        list.matrix(TensorClass::norm, "attn_k_norm", shape.d_head, shape.kv_heads);
        return;
    }
}

void add_indexer(TensorList& list, const Dimensions& dims) {
    const auto& indexer = dims.indexer;
    if (indexer.heads == 0) { return; }
    const std::uint64_t head_dim = indexer.head_dim;
    list.matrix(TensorClass::attention_other, "indexer.attn_q_b", dims.mla.q_lora_rank, indexer.heads * head_dim);
    list.matrix(TensorClass::attention_other, "indexer.attn_k", dims.hidden_size, head_dim);
    list.matrix(TensorClass::attention_other, "indexer.proj", dims.hidden_size, indexer.heads);
    list.vector("indexer.k_norm", head_dim);
    list.bias("indexer.k_norm", head_dim);
}

}  // namespace

void add_norm(TensorList& list, const Dimensions& dims, std::string_view stem, std::uint64_t width) {
    list.vector(stem, width);
    if (dims.norm == NormKind::layer) { list.bias(stem, width); }
}

void add_attention(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    layer.names.fused_qkv ? add_fused_qkv(list, layer) : add_split_qkv(list, layer);
    add_qk_norms(list, layer);
    list.matrix(TensorClass::attention_output, "attn_output", layer.shape.heads * layer.shape.d_head_v,
                dims.hidden_size);
    if (dims.output_bias) { list.bias("attn_output", dims.hidden_size); }
    if (dims.attention_sinks) { list.vector("attn_sinks", layer.shape.heads); }
}

void add_latent_attention(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& mla = dims.mla;
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t heads = layer.shape.heads;
    const std::uint64_t nope = mla.qk_nope_head_dim;
    const std::uint64_t query = checked_mul(heads, nope + mla.qk_rope_head_dim);
    const std::uint64_t rank = mla.kv_lora_rank;
    if (mla.q_lora_rank != 0) {
        list.matrix(TensorClass::attention_other, "attn_q_a", hidden, mla.q_lora_rank);
        list.vector("attn_q_a_norm", mla.q_lora_rank);
        list.matrix(TensorClass::attention_other, "attn_q_b", mla.q_lora_rank, query);
    } else {
        list.matrix(TensorClass::attention_q, "attn_q", hidden, query);
    }
    list.matrix(TensorClass::attention_other, "attn_kv_a_mqa", hidden, std::uint64_t{mla.qk_rope_head_dim} + rank);
    list.vector("attn_kv_a_norm", rank);
    if (mla.legacy_full_heads) {
        list.matrix(TensorClass::attention_other, "attn_kv_b", rank, checked_mul(heads, nope + mla.v_head_dim));
    } else {
        list.stack(TensorClass::attention_other, "attn_k_b", nope, rank, heads);
        list.stack(TensorClass::attention_other, "attn_v_b", rank, mla.v_head_dim, heads);
    }
    list.matrix(TensorClass::attention_output, "attn_output", heads * mla.v_head_dim, hidden);
    add_indexer(list, dims);
}

void add_cross_attention(TensorList& list, const LayerContext& layer) {
    const auto& shape = layer.shape;
    const std::uint64_t hidden = layer.dims().hidden_size;
    const std::uint64_t q = shape.heads * shape.d_head;
    const std::uint64_t kv = shape.kv_heads * shape.d_head;
    list.matrix(TensorClass::attention_q, "cross_attn_q_proj", hidden, q);
    list.matrix(TensorClass::attention_k, "cross_attn_k_proj", hidden, kv);
    list.matrix(TensorClass::attention_v, "cross_attn_v_proj", hidden, kv);
    list.matrix(TensorClass::attention_output, "cross_attn_o_proj", q, hidden);
    list.vector("cross_attn_q_norm", shape.d_head);
    list.vector("cross_attn_k_norm", shape.d_head);
    list.bare("cross_attn_attn_gate", 1);
    list.bare("cross_attn_mlp_gate", 1);
}

}  // namespace sizer
