#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// What stands where a transformer has its attention.
void add_mixer(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const bool mamba1 = dims.design == Design::mamba || dims.design == Design::jamba;
    switch (layer.shape.letter) {
    case 'm': mamba1 ? add_mamba(list, layer) : add_mamba2(list, layer); return;
    case 'c': add_short_convolution(list, layer); return;
    case 'x': add_cross_attention(list, layer); return;
    case 'l':
        if (dims.design == Design::minimax) { return add_lightning_attention(list, layer); }
        if (dims.design == Design::kimi_linear) { return add_kimi_delta_attention(list, layer); }
        return add_delta_net(list, layer);
    case 'n': return;
    default: dims.mla.kv_lora_rank != 0 ? add_latent_attention(list, layer) : add_attention(list, layer);
    }
}

/// Norms, mixer and feed-forward, one after the other or (one norm) side by side.
void add_usual_block(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    const std::uint64_t hidden = dims.hidden_size;
    if (layer.shape.letter != 'n') {
        add_norm(list, dims, layer.names.first_norm, hidden);
        add_mixer(list, layer);
    }
    if (dims.norms_per_layer == 4) {
        add_norm(list, dims, "post_attention_norm", hidden);
        add_norm(list, dims, "post_ffw_norm", hidden);
    }
    if (dims.norms_per_layer >= 2) { add_norm(list, dims, layer.names.second_norm, hidden); }
    add_feed_forward(list, layer);
}

/// Nemotron-H: one norm and one of mixer, feed-forward and experts.
void add_single_part_block(TensorList& list, const LayerContext& layer) {
    add_norm(list, layer.dims(), "attn_norm", layer.dims().hidden_size);
    switch (layer.shape.letter) {
    case '-': add_dense_feed_forward(list, layer); return;
    case 'E': add_experts(list, layer); return;
    default: add_mixer(list, layer);
    }
}

void add_falcon_h1_block(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    list.vector("attn_norm", dims.hidden_size);
    add_attention(list, layer);
    add_mamba2(list, layer);
    list.bare("ffn_norm", dims.hidden_size);  // llama.cpp's name for it has no suffix
    add_dense_feed_forward(list, layer);
}

}  // namespace

void add_block(TensorList& list, const LayerContext& layer) {
    const auto& dims = layer.dims();
    switch (dims.design) {
    case Design::unknown: return;
    case Design::nemotron_h: add_single_part_block(list, layer); return;
    case Design::mamba:
    case Design::mamba2:
        add_norm(list, dims, "attn_norm", dims.hidden_size);
        add_mixer(list, layer);
        return;
    case Design::falcon_h1: add_falcon_h1_block(list, layer); return;
    case Design::gemma3n:
    case Design::gemma4: add_gemma_block(list, layer); return;
    case Design::deepseek_v4: add_deepseek_v4_block(list, layer); return;
    case Design::rwkv: add_rwkv_block(list, layer); return;
    case Design::standard:
    case Design::mla:
    case Design::linear_hybrid:
    case Design::bert:
    case Design::lfm2:
    case Design::granite_hybrid:
    case Design::mllama:
    case Design::minimax:
    case Design::jamba:
    case Design::decilm:
    case Design::kimi_linear: add_usual_block(list, layer); return;
    }
}

}  // namespace sizer
