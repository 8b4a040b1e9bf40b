#include "model/layer_shape.hpp"

#include <vector>

namespace sizer {
namespace {

std::uint64_t of_layer(const std::vector<std::uint32_t>& per_layer, std::uint32_t index, std::uint32_t everywhere) {
    return index < per_layer.size() ? per_layer[index] : everywhere;
}

/// The letter where layer_types says nothing.
char default_letter(const Architecture& architecture, std::uint32_t index) {
    switch (architecture.dims.design) {
    case Design::mamba:
    case Design::mamba2: return 'm';
    case Design::rwkv: return 'l';
    default: return of_layer(architecture.kv_heads_per_layer, index, 1) == 0 ? 'n' : 'f';
    }
}

char letter_of(const Architecture& architecture, std::uint32_t index) {
    if (index >= architecture.layer_types.size()) { return default_letter(architecture, index); }
    const char letter = architecture.layer_types[index];
    switch (letter) {
    case 'M': return 'm';  // Nemotron-H writes its pattern in capitals
    case 'a': return 'f';
    default: return letter;
    }
}

bool expert_layer(const Experts& moe, const LayerShape& shape, std::uint32_t index) {
    if (moe.experts == 0 || index < moe.first_dense_layers) { return false; }
    if (shape.letter == '-' || shape.letter == '*') { return false; }
    return moe.layer_period <= 1 || index % moe.layer_period == moe.layer_offset % moe.layer_period;
}

}  // namespace

LayerShape layer_shape(const Architecture& architecture, std::uint32_t index) {
    const Dimensions& dims = architecture.dims;
    LayerShape shape;
    shape.letter = letter_of(architecture, index);
    const bool global = shape.letter == 'f';
    const bool own_global_heads = global && dims.global_kv_heads != 0;
    shape.heads = of_layer(architecture.heads_per_layer, index, dims.heads);
    shape.kv_heads = own_global_heads && architecture.kv_heads_per_layer.empty()
                         ? dims.global_kv_heads
                         : of_layer(architecture.kv_heads_per_layer, index, dims.kv_heads);
    shape.d_head = global && dims.global_d_head != 0 ? dims.global_d_head : dims.d_head;
    shape.d_head_v = dims.d_head_v != 0 && shape.d_head == dims.d_head ? dims.d_head_v : shape.d_head;
    shape.reuses_cache = dims.kv_shared_layers != 0 && index + dims.kv_shared_layers >= dims.layers;
    shape.intermediate = of_layer(architecture.intermediate_per_layer, index, dims.intermediate_size);
    if (dims.double_wide_shared && shape.reuses_cache && architecture.intermediate_per_layer.empty()) {
        shape.intermediate *= 2;
    }
    shape.has_experts = expert_layer(dims.moe, shape, index);
    return shape;
}

}  // namespace sizer
