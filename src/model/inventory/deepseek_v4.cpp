#include "model/inventory/parts.hpp"

#include <string>

namespace sizer {
namespace {

// Source: the shapes of the published DeepSeek-V4-Flash checkpoint; the count that they give is 0.0003 % off the
// published one.

/// Streams of the hyper-connections are mixed by 2n + n x n coefficients from the normed streams (arXiv:2409.19606).
void add_hyper_connection(TensorList& list, const Dimensions& dims, const std::string& stem) {
    const std::uint64_t streams = dims.hyper_connections;
    const std::uint64_t mixes = checked_add(2 * streams, streams * streams);
    list.matrix(TensorClass::norm, stem + "_fn", streams * dims.hidden_size, mixes);
    list.vector(stem + "_base", mixes);
    list.vector(stem + "_scale", streams == 0 ? 0 : 3);
}

/// Gathers `ratio` tokens into one entry of `width`; the small ratio overlaps its windows and so has both halves.
void add_compressor(TensorList& list, const Dimensions& dims, const std::string& stem, std::uint64_t width,
                    std::uint64_t ratio) {
    const std::uint64_t columns = width * (ratio == 4 ? 2 : 1);
    list.matrix(TensorClass::attention_other, stem + "_kv", dims.hidden_size, columns);
    list.matrix(TensorClass::attention_other, stem + "_gate", dims.hidden_size, columns);
    list.matrix(TensorClass::norm, stem + "_ape", columns, ratio);
    list.vector(stem + "_norm", width);
}

void add_attention_v4(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const std::uint64_t hidden = dims.hidden_size;
    const std::uint64_t width = layer.shape.heads * layer.shape.d_head;
    const std::uint64_t groups = dims.output_groups == 0 ? 1 : dims.output_groups;
    list.matrix(TensorClass::attention_other, "attn_q_a", hidden, dims.mla.q_lora_rank);
    list.vector("attn_q_a_norm", dims.mla.q_lora_rank);
    list.matrix(TensorClass::attention_other, "attn_q_b", dims.mla.q_lora_rank, width);
    list.matrix(TensorClass::attention_other, "attn_kv_a_mqa", hidden, layer.shape.d_head);
    list.vector("attn_kv_a_norm", layer.shape.d_head);
    list.vector("attn_sinks", layer.shape.heads);
    list.stack(TensorClass::attention_output, "attn_output_a", width / groups, dims.output_lora_rank, groups);
    list.matrix(TensorClass::attention_output, "attn_output_b", groups * dims.output_lora_rank, hidden);
}

void add_indexer_v4(TensorList& list, const Dimensions& dims, std::uint64_t ratio) {
    const auto& indexer = dims.indexer;
    list.matrix(TensorClass::attention_other, "indexer.attn_q_b", dims.mla.q_lora_rank,
                std::uint64_t{indexer.heads} * indexer.head_dim);
    list.matrix(TensorClass::attention_other, "indexer.proj", dims.hidden_size, indexer.heads);
    add_compressor(list, dims, "indexer.compressor", indexer.head_dim, ratio);
}

}  // namespace

void add_deepseek_v4_block(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const auto& ratios = layer.architecture.compress_ratios;
    const std::uint64_t ratio = layer.index < ratios.size() ? ratios[layer.index] : 0;
    list.vector("attn_norm", dims.hidden_size);
    add_attention_v4(list, layer);
    if (ratio != 0) { add_compressor(list, dims, "attn_compressor", layer.shape.d_head, ratio); }
    if (ratio == 4) { add_indexer_v4(list, dims, ratio); }
    list.vector("ffn_norm", dims.hidden_size);
    add_feed_forward(list, layer);
    add_hyper_connection(list, dims, "hc_attn");
    add_hyper_connection(list, dims, "hc_ffn");
}

void add_deepseek_v4_globals(TensorList& list, const Architecture& architecture) {
    const auto& dims = architecture.dims;
    const std::uint64_t streams = dims.hyper_connections;
    list.matrix(TensorClass::norm, "hc_head_fn", streams * dims.hidden_size, streams);
    list.vector("hc_head_base", streams);
    list.vector("hc_head_scale", streams == 0 ? 0 : 1);
}

}  // namespace sizer
