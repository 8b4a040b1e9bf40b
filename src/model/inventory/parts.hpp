#pragma once

#include "model/inventory/naming.hpp"
#include "model/inventory/tensor_list.hpp"
#include "model/layer_shape.hpp"

#include <sizer/architecture.hpp>

#include <cstdint>
#include <string_view>

namespace sizer {

/// One layer as the functions below see it.
struct LayerContext {
    const Architecture& architecture;
    const Naming& names;
    std::uint32_t index = 0;
    LayerShape shape;

    [[nodiscard]] const Dimensions& dims() const { return architecture.dims; }
};

[[nodiscard]] inline LayerContext layer_context(const Architecture& architecture, std::uint32_t index) {
    return {architecture, naming_of(architecture.name), index, layer_shape(architecture, index)};
}

/// a norm of the model's kind: a weight, and a bias for a LayerNorm that has one.
void add_norm(TensorList& list, const Dimensions& dims, std::string_view stem, std::uint64_t width);

/// multi-head, grouped-query or multi-query attention, fused or not. Source: Ainslie et al. 2023 (arXiv:2305.13245).
void add_attention(TensorList& list, const LayerContext& layer);

/// multi-head latent attention and its indexer. Source: DeepSeek-V2 (arXiv:2405.04434), DeepSeek-V3.2-Exp.
void add_latent_attention(TensorList& list, const LayerContext& layer);

/// attention over image tokens (Llama 3.2 Vision). Source: transformers modeling_mllama.py.
void add_cross_attention(TensorList& list, const LayerContext& layer);

/// the dense feed-forward of that width, two or three matrices.
void add_dense_feed_forward(TensorList& list, const LayerContext& layer);

/// router, experts and shared experts.
void add_experts(TensorList& list, const LayerContext& layer);

/// experts where the layer has them, else the dense feed-forward.
void add_feed_forward(TensorList& list, const LayerContext& layer);

/// the mixers without a growing cache. Sources: Mamba (arXiv:2312.00752), Mamba-2 (arXiv:2405.21060), gated delta net
/// (arXiv:2412.06464), Kimi Linear (arXiv:2510.26692), MiniMax-01 (arXiv:2501.08313), LFM2's short convolution.
void add_mamba(TensorList& list, const LayerContext& layer);
void add_mamba2(TensorList& list, const LayerContext& layer);
void add_delta_net(TensorList& list, const LayerContext& layer);
void add_kimi_delta_attention(TensorList& list, const LayerContext& layer);
void add_lightning_attention(TensorList& list, const LayerContext& layer);
void add_short_convolution(TensorList& list, const LayerContext& layer);

/// a whole RWKV-5 block. Source: arXiv:2404.05892.
void add_rwkv_block(TensorList& list, const LayerContext& layer);

/// what Gemma 3n and Gemma 4 have beside a usual block and outside the blocks.
void add_gemma_block(TensorList& list, const LayerContext& layer);
void add_gemma_globals(TensorList& list, const Architecture& architecture);

/// DeepSeek V4: latent attention with a grouped output, compressors, hyper-connections.
void add_deepseek_v4_block(TensorList& list, const LayerContext& layer);
void add_deepseek_v4_globals(TensorList& list, const Architecture& architecture);

/// one block of any design.
void add_block(TensorList& list, const LayerContext& layer);

/// the multi-token-prediction layers.
void add_next_token_prediction(TensorList& list, const Architecture& architecture);

/// the vision and audio towers with their projector.
void add_vision(TensorList& list, const Architecture& architecture);

}  // namespace sizer
