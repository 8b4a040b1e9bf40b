#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sizer {

/// A tensor type of llama.cpp's files: rows of `block` elements take `bytes` bytes. Source: ggml-common.h.
struct GgmlType {
    std::int32_t id = 0;
    std::string_view name;  ///< "Q4_K"
    std::uint32_t block = 1;
    std::uint32_t bytes = 0;
};

/// all types that a file may hold, by ascending id; removed ones are absent.
[[nodiscard]] std::span<const GgmlType> ggml_types();

}  // namespace sizer
