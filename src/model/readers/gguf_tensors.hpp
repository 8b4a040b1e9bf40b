#pragma once

#include "catalog/ggml_types.hpp"
#include "model/readers/gguf_cursor.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sizer {

/// One tensor as the file lists it; the name is a view into the file's bytes.
struct GgufTensor {
    std::string_view name;
    std::uint32_t dimensions = 0;
    std::array<std::uint64_t, 4> ne = {1, 1, 1, 1};  ///< row length first
    const GgmlType* type = nullptr;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
    std::uint64_t data_offset = 0;  ///< in the file's data section
    std::uint64_t info_offset = 0;  ///< in the file, of this entry
};

/// the `count` tensor entries from the cursor on, which is left behind them; throws InputError for one that cannot be.
[[nodiscard]] std::vector<GgufTensor> read_gguf_tensors(GgufCursor& cursor, std::uint64_t count);

/// throws InputError when a tensor's data does not begin at a multiple of `alignment`, or two overlap. Gaps are let
/// pass.
void check_gguf_layout(const GgufCursor& cursor, const std::vector<GgufTensor>& tensors, std::uint64_t alignment);

}  // namespace sizer
