#pragma once

#include <sizer/format.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace sizer {

/// A tensor's storage type in llama.cpp's files. Source: ggml-common.h, by way of data/formats.json.
struct GgmlType {
    std::uint32_t id = 0;
    std::string_view name;  ///< "Q4_K"
    BlockWidth width = {};
};

/// all types that a file may hold, by ascending id.
[[nodiscard]] std::span<const GgmlType> ggml_types();

/// the type of that number, null when there is none (any more).
[[nodiscard]] const GgmlType* ggml_type(std::uint32_t id);

/// the name of a type that files may still have and engines no longer read; empty for every other number.
[[nodiscard]] std::string_view removed_ggml_type(std::uint32_t id);

/// the format that general.file_type's number names ("Q4_K_M"); empty when it is not known.
[[nodiscard]] std::string_view gguf_file_type_name(std::uint64_t number);

}  // namespace sizer
