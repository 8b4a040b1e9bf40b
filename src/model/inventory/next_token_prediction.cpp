#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// The layer that an MTP head repeats: one of full attention, with experts where the model has them.
LayerContext full_attention_layer(const Architecture& architecture, std::uint32_t index) {
    LayerContext layer = layer_context(architecture, architecture.dims.layers - 1);
    layer.index = index;
    layer.shape.letter = 'f';
    layer.shape.has_experts = architecture.dims.moe.experts != 0;
    return layer;
}

/// Nemotron 3: an attention and an expert layer, each with its norm.
void add_nemotron_layers(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    list.vector("attn_norm", dims.hidden_size);
    add_attention(list, layer);
    list.vector("ffn_norm", dims.hidden_size);
    add_experts(list, layer);
}

}  // namespace

// Source: DeepSeek-V3 (arXiv:2412.19437) section 2.2; names as llama.cpp's nextn tensors.
void add_next_token_prediction(TensorList& list, const Architecture& architecture) {
    const auto& dims = architecture.dims;
    if (dims.mtp.kind == MtpKind::none || dims.layers == 0) { return; }
    const std::uint64_t hidden = dims.hidden_size;
    list.override_class(TensorClass::mtp);
    for (std::uint32_t n = 0; n < dims.mtp.layers; ++n) {
        const auto layer = full_attention_layer(architecture, dims.layers + n);
        list.enter_block(layer.index);
        dims.mtp.kind == MtpKind::nemotron ? add_nemotron_layers(list, layer) : add_block(list, layer);
        list.matrix(TensorClass::mtp, "nextn.eh_proj", 2 * hidden, hidden);
        list.vector("nextn.enorm", hidden);
        list.vector("nextn.hnorm", hidden);
        list.vector("nextn.shared_head_norm", hidden);
        if (dims.mtp.own_embeddings) {
            list.matrix(TensorClass::mtp, "nextn.embed_tokens", hidden, dims.vocab_size);
            list.matrix(TensorClass::mtp, "nextn.shared_head_head", hidden, dims.vocab_size);
        }
    }
    list.leave_block();
    list.override_class({});
}

}  // namespace sizer
