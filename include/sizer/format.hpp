#pragma once

#include <sizer/quantity.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sizer {

/// How a row of elements is stored: `block` elements take `bytes` bytes. Exact, never a floating-point width.
struct BlockWidth {
    std::uint32_t block = 1;
    std::uint32_t bytes = 0;
    friend constexpr bool operator==(const BlockWidth&, const BlockWidth&) = default;
};

/// bytes of `elements` elements in a row of this width, blocks rounded up; throws Overflow.
/// Source: ggml's ggml_row_size, `ne / block_size * type_size`.
[[nodiscard]] constexpr Bytes row_bytes(BlockWidth width, std::uint64_t elements) {
    const std::uint64_t blocks = elements / width.block + (elements % width.block != 0 ? 1 : 0);
    return Bytes(checked_mul(blocks, width.bytes));
}

/// How a weight format turns tensors into bytes.
enum class Packing : std::uint8_t {
    uniform,       ///< every tensor the same width: fp32, bf16, fp16, and "4.5bpw"
    gguf,          ///< llama.cpp's file type: a recipe chooses each tensor's type
    linear_only,   ///< only the linear layers of the blocks are packed; the rest stays in 16 bits (AWQ, GPTQ, NF4, FP8,
                   ///< ...)
    experts_only,  ///< only the experts are packed (MXFP4 as gpt-oss ships it)
    everything,    ///< embeddings and head too (MLX)
    exl,           ///< EXL2, EXL3: average width, head apart, embedding in 16 bits
    cache_only,    ///< a cache format that weights do not have
    hand_picked    ///< each tensor's type was chosen by hand (Unsloth's UD): no recipe gives it
};

/// One weight or cache format of the catalogue.
struct FormatRow {
    std::string_view id;  ///< "Q4_K_M", "bf16", "awq"
    std::span<const std::string_view> aliases = {};
    std::string_view json = {};  ///< the whole row as it stands in data/formats.json, source included
    Packing packing = Packing::uniform;
    std::int32_t gguf_file_type = -1;       ///< llama_ftype, for Packing::gguf
    BlockWidth width = {};                  ///< of the packed tensors (GGUF: of the default type)
    std::optional<Ratio> rule = {};         ///< the course's bytes for each parameter, where it has one
    BlockWidth cache_width = {};            ///< as a KV format; bytes 0: not one
    std::uint32_t group = 0;                ///< weights for each scale, for the packed kinds
    std::uint32_t nominal_bits_tenths = 0;  ///< 40 for a "4-bit" format: what limitations on low width look at
    bool weight_lever = false;              ///< proposed for the weights when something does not fit
    std::uint32_t cache_lever = 0;          ///< proposed for the cache, of equal widths the lowest first; 0: never
    std::uint32_t perplexity_permille = 0;  ///< measured on Llama 3 8B: so much above its 16-bit weights; 0: not known
};

/// the width by which the rule multiplies parameters: the course's own figure, else the packed tensors' width.
[[nodiscard]] constexpr Ratio rule_width(const FormatRow& format) {
    return format.rule ? *format.rule : Ratio{format.width.bytes, format.width.block};
}

}  // namespace sizer
