#pragma once

#include <sizer/architecture.hpp>

#include <cstdint>

namespace sizer {

/// What one layer of a model is: the letter of Architecture::layer_types and the sizes that may differ by layer.
struct LayerShape {
    char letter = 'f';
    std::uint64_t heads = 0;
    std::uint64_t kv_heads = 0;
    std::uint64_t d_head = 0;
    std::uint64_t d_head_v = 0;
    std::uint64_t intermediate = 0;  ///< of the dense feed-forward
    bool has_experts = false;
    bool reuses_cache = false;  ///< reads the K and V of an earlier layer
};

/// the shape of layer `index`; every per-layer exception of the architecture is applied here and nowhere else.
[[nodiscard]] LayerShape layer_shape(const Architecture& architecture, std::uint32_t index);

}  // namespace sizer
