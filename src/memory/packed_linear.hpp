#pragma once

#include <sizer/format.hpp>
#include <sizer/model.hpp>
#include <sizer/quantity.hpp>

#include <cstdint>
#include <string_view>

namespace sizer {

/// A tensor as the linear layers that checkpoints quantise: `count` matrices of `in` columns and `out` rows.
struct LinearShape {
    std::uint64_t in = 0;
    std::uint64_t out = 0;
    std::uint64_t count = 1;
};

[[nodiscard]] LinearShape linear_shape(const Tensor& tensor);

/// true for the weight of a linear layer inside a block, router excepted: what AWQ, GPTQ, bitsandbytes and their like
/// pack.
[[nodiscard]] bool is_packed_linear(const Tensor& tensor);

/// bytes of a linear layer in a packed format: the weights with what stands beside each group (the format's width), and
/// what stands beside each row, column, tile or matrix.
[[nodiscard]] Bytes packed_bytes(const Tensor& tensor, const FormatRow& format);

}  // namespace sizer
