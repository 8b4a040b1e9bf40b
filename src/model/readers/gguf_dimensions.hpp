#pragma once

#include "model/readers/gguf_architectures.hpp"
#include "model/readers/gguf_blocks.hpp"
#include "model/readers/gguf_keys.hpp"

#include <sizer/architecture.hpp>

#include <string>
#include <vector>

namespace sizer {

/// What the parts of an architecture's reading share.
struct GgufSource {
    const GgufArchitecture& row;
    const GgufMetadata& metadata;
    GgufKeys keys;
    std::uint32_t blocks = 0;  ///< block_count, MTP blocks included
    std::uint32_t layers = 0;  ///< without them
    GgufBlocks tensors;
};

/// the dimensions and per-layer values that keys and tensor shapes say; absent ones are 0. Throws InputError for keys
/// of the wrong type or range.
[[nodiscard]] Architecture gguf_architecture(const GgufSource& source);

// Its parts, one for each matter.
void read_attention(const GgufSource& source, Architecture& architecture);
void read_latent_attention(const GgufSource& source, Architecture& architecture);
void read_feed_forward(const GgufSource& source, Architecture& architecture);
void read_experts(const GgufSource& source, Architecture& architecture);
void read_recurrence(const GgufSource& source, Architecture& architecture);
void read_layer_types(const GgufSource& source, Architecture& architecture);

/// the value that all layers with one share, or the largest; `per_layer` is emptied when they all agree.
[[nodiscard]] std::uint32_t common_value(std::vector<std::uint32_t>& per_layer);

}  // namespace sizer
