#pragma once

#include <sizer/model.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// One tensor of a safetensors header.
struct SafetensorsTensor {
    std::string name;
    std::string dtype;  ///< as the file writes it: "BF16", "F8_E4M3"
    std::uint64_t elements = 0;
    std::uint64_t begin = 0;  ///< of its data, behind the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader {
    std::vector<SafetensorsTensor> tensors;
    std::uint64_t header_bytes = 0;  ///< the length field included
    bool data_missing = false;       ///< the file ends before its tensors' data does
};

/// What the safetensors files of a checkpoint hold.
struct Checkpoint {
    FileWeights file;  ///< without the hash
    /// elements of everything but MTP layers and quantisation scales; absent where weights are packed several to an
    /// element (AWQ, GPTQ, NF4, MXFP4, MLX), or shards are missing.
    std::optional<Params> parameters = {};
    std::vector<std::filesystem::path> files = {};
    std::vector<std::string> missing_parts = {};  ///< shards of the index that are not there
    std::optional<Bytes> total_size = {};         ///< what the index says
};

/// whether the bytes begin as a safetensors file does: a plausible 64-bit header length, then an object.
[[nodiscard]] bool looks_like_safetensors(std::span<const std::byte> bytes);

/// the header in `bytes`; `file` is the name that errors carry. Throws InputError with a byte offset.
[[nodiscard]] SafetensorsHeader read_safetensors_header(std::span<const std::byte> bytes, const std::string& file);

/// the weights at `path`: a .safetensors file, an index (model.safetensors.index.json), or a folder of shards with or
/// without one. `layers` are the main blocks, where known: what lies behind them is MTP. Where shards are missing the
/// index's total size stands for all of them, if it has one. Throws InputError.
[[nodiscard]] Checkpoint read_checkpoint(const std::filesystem::path& path,
                                         std::optional<std::uint32_t> layers = std::nullopt);

/// whether `folder` holds safetensors files or an index of them.
[[nodiscard]] bool holds_safetensors(const std::filesystem::path& folder);

/// SHA-256 of the headers of all its files, in the order of their names. Throws InputError.
[[nodiscard]] std::string checkpoint_header_sha256(const Checkpoint& checkpoint);

/// throws InputError when the weights cannot be summed: shards are missing and the index has no total.
void require_sizable(const Checkpoint& checkpoint, const std::filesystem::path& path);

}  // namespace sizer
