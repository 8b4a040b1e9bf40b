#pragma once

#include <cstdint>
#include <string_view>

namespace sizer {

/// bits of one element of a safetensors dtype; 0 for one that is not known.
/// Source: safetensors 0.6, safetensors/src/tensor.rs, enum Dtype.
[[nodiscard]] std::uint32_t safetensors_dtype_bits(std::string_view dtype);

/// whether tensors of that name hold scales, zero points or codebooks of a quantised weight: memory, but no parameters.
[[nodiscard]] bool is_quantisation_data(std::string_view name);

/// whether a weight of that name and dtype packs several weights into an element.
[[nodiscard]] bool is_packed_weight(std::string_view name, std::string_view dtype);

}  // namespace sizer
