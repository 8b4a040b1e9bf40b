#include "model/kv_layout.hpp"

#include "model/layer_shape.hpp"

#include <algorithm>
#include <stdexcept>

namespace sizer {
namespace {

/// Adds one layer's group to the layout: counted with the layers that keep the same.
void add_layer(KvLayout& layout, KvGroup group) {
    const bool keeps_nothing =
        (group.k_elements | group.v_elements | group.conv_state_elements | group.state_elements) == 0;
    if (keeps_nothing) { return; }
    const auto same = std::find_if(layout.begin(), layout.end(), [&](KvGroup other) {
        other.layers = group.layers;
        return other == group;
    });
    if (same != layout.end()) {
        ++same->layers;
        return;
    }
    group.layers = 1;
    layout.push_back(group);
}

/// K and V of every KV head. Source: Shazeer 2019 (arXiv:1911.02150), Ainslie et al. 2023 (arXiv:2305.13245).
KvGroup attention_group(const Dimensions& dims, const LayerShape& shape) {
    KvGroup group{.k_elements = checked_mul(shape.kv_heads, shape.d_head),
                  .v_elements = checked_mul(shape.kv_heads, shape.d_head_v),
                  .kv_heads = static_cast<std::uint32_t>(shape.kv_heads)};
    if (shape.letter == 's' && dims.sliding_window != 0) {
        group.kind = dims.chunked_attention ? KvKind::chunk : KvKind::window;
        group.window = dims.sliding_window;
    }
    return group;
}

/// One latent row and the rotary part of the key, from which V is read too; every device of a tensor-parallel split
/// needs all of it. Source: DeepSeek-V2 (arXiv:2405.04434), section 2.1.
KvGroup latent_group(const Dimensions& dims, const LayerShape& shape) {
    const auto& mla = dims.mla;
    if (mla.legacy_full_heads) {
        return {.k_elements = checked_mul(shape.heads, mla.qk_nope_head_dim + std::uint64_t{mla.qk_rope_head_dim}),
                .v_elements = checked_mul(shape.heads, mla.v_head_dim),
                .kv_heads = static_cast<std::uint32_t>(shape.heads)};
    }
    return {.k_elements = mla.kv_lora_rank + std::uint64_t{mla.qk_rope_head_dim}};
}

/// K and V of the image's patches: `tiles` tiles of `positions` each. Source: transformers modeling_mllama.py.
KvGroup image_group(const Dimensions& dims, const LayerShape& shape) {
    KvGroup group = attention_group(dims, shape);
    group.kind = KvKind::image;
    group.window = std::uint64_t{dims.vision.tiles} * dims.vision.positions;
    return group;
}

/// The convolution remembers all but one of the columns it spans. Source: llama.cpp llama-hparams.cpp, n_embd_r().
std::uint64_t remembered_columns(const Dimensions& dims) { return dims.conv_kernel == 0 ? 0 : dims.conv_kernel - 1; }

KvGroup state_group(std::uint64_t convolution, std::uint64_t state) {
    return {.kind = KvKind::state, .conv_state_elements = convolution, .state_elements = state};
}

/// Sources: Mamba (arXiv:2312.00752), Mamba-2 (arXiv:2405.21060); groups are 0 for the first.
KvGroup mamba_group(const Dimensions& dims) {
    const auto& ssm = dims.ssm;
    const std::uint64_t channels = checked_add(ssm.inner_size, checked_mul(2ULL * ssm.groups, ssm.state_size));
    return state_group(checked_mul(remembered_columns(dims), channels), checked_mul(ssm.inner_size, ssm.state_size));
}

/// A matrix for each value head. Sources: gated delta net (arXiv:2412.06464), Kimi Linear (arXiv:2510.26692), whose
/// query, key and value are equally wide.
KvGroup delta_group(const Dimensions& dims) {
    const auto& linear = dims.linear;
    const std::uint64_t keys = std::uint64_t{linear.key_heads} * linear.key_dim;
    const std::uint64_t values = std::uint64_t{linear.value_heads} * linear.value_dim;
    return state_group(checked_mul(remembered_columns(dims), checked_add(checked_mul(2, keys), values)),
                       checked_mul(values, linear.key_dim));
}

/// MiniMax-01's lightning attention (arXiv:2501.08313): a matrix for each head, no convolution.
KvGroup lightning_group(const LayerShape& shape) {
    return state_group(0, checked_mul(shape.heads * shape.d_head, shape.d_head));
}

/// RWKV-5 (arXiv:2404.05892): a matrix for each head, and the last token's input to both mixes.
KvGroup rwkv_group(const Dimensions& dims, const LayerShape& shape) {
    return state_group(2ULL * dims.hidden_size, checked_mul(shape.heads * shape.d_head, shape.d_head));
}

KvGroup linear_group(const Dimensions& dims, const LayerShape& shape) {
    switch (dims.design) {
    case Design::minimax: return lightning_group(shape);
    case Design::rwkv: return rwkv_group(dims, shape);
    default: return delta_group(dims);
    }
}

void add_indexer_keys(KvLayout& layout, const Dimensions& dims, std::uint32_t tokens_per_entry) {
    if (dims.indexer.heads == 0) { return; }
    add_layer(layout,
              {.kind = KvKind::index, .k_elements = dims.indexer.head_dim, .tokens_per_entry = tokens_per_entry});
}

/// A window of raw latents in every layer, one compressed latent for each 4 or 128 tokens, and where the ratio is small
/// compressed indexer keys. Source: the shapes of the published checkpoint; no engine was measured.
void add_deepseek_v4_layer(KvLayout& layout, const Architecture& architecture, std::uint32_t index) {
    const auto& dims = architecture.dims;
    const auto& ratios = architecture.compress_ratios;
    const std::uint32_t ratio = index < ratios.size() ? ratios[index] : 0;
    add_layer(layout, {.kind = KvKind::window, .k_elements = dims.d_head, .window = dims.sliding_window});
    if (ratio == 0) { return; }
    add_layer(layout, {.kind = KvKind::full, .k_elements = dims.d_head, .tokens_per_entry = ratio});
    if (ratio == 4) { add_indexer_keys(layout, dims, ratio); }
}

void add_attention_layer(KvLayout& layout, const Dimensions& dims, const LayerShape& shape) {
    if (dims.mla.kv_lora_rank == 0) { return add_layer(layout, attention_group(dims, shape)); }
    add_layer(layout, latent_group(dims, shape));
    add_indexer_keys(layout, dims, 1);
}

void add_usual_layer(KvLayout& layout, const Dimensions& dims, const LayerShape& shape) {
    if (shape.reuses_cache) { return; }
    switch (shape.letter) {
    case 'n':
    case '-':
    case 'E': return;
    case 'm': return add_layer(layout, mamba_group(dims));
    case 'l': return add_layer(layout, linear_group(dims, shape));
    case 'c': return add_layer(layout, state_group(checked_mul(remembered_columns(dims), dims.hidden_size), 0));
    case 'x': return add_layer(layout, image_group(dims, shape));
    default: add_attention_layer(layout, dims, shape);
    }
    if (dims.design == Design::falcon_h1) { add_layer(layout, mamba_group(dims)); }
}

void add_any_layer(KvLayout& layout, const Architecture& architecture, std::uint32_t index) {
    const auto& dims = architecture.dims;
    if (dims.design == Design::deepseek_v4) { return add_deepseek_v4_layer(layout, architecture, index); }
    add_usual_layer(layout, dims, layer_shape(architecture, index));
}

/// true when nothing tells one layer from another.
bool all_layers_alike(const Architecture& architecture) {
    return architecture.layer_types.empty() && architecture.heads_per_layer.empty() &&
           architecture.kv_heads_per_layer.empty() && architecture.compress_ratios.empty() &&
           architecture.dims.kv_shared_layers == 0;
}

}  // namespace

KvLayout kv_layout(const Architecture& architecture) {
    const auto& dims = architecture.dims;
    if (dims.design == Design::unknown) { throw std::invalid_argument("the KV layout of an unknown architecture"); }
    KvLayout layout;
    if (dims.design == Design::bert || dims.layers == 0) { return layout; }
    const bool alike = all_layers_alike(architecture);
    for (std::uint32_t index = 0; index < (alike ? 1 : dims.layers); ++index) {
        add_any_layer(layout, architecture, index);
    }
    if (alike) {
        for (auto& group : layout) { group.layers = dims.layers; }
    }
    return layout;
}

}  // namespace sizer
