#pragma once

#include "model/readers/gguf_metadata.hpp"
#include "model/readers/gguf_tensors.hpp"
#include "model/readers/mapped_file.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sizer {

/// What the header of one GGUF file says. Names are views into the bytes that it was read from.
/// Source: the GGUF specification (ggml/docs/gguf.md), versions 2 and 3; big-endian since version 3.
struct GgufHeader {
    std::uint32_t version = 0;
    bool big_endian = false;
    std::uint64_t alignment = 32;
    GgufMetadata metadata;
    std::vector<GgufTensor> tensors;
    std::uint64_t header_bytes = 0;  ///< up to the end of the tensor entries
    std::uint64_t data_begin = 0;    ///< header_bytes, aligned
    std::uint64_t file_bytes = 0;
    bool data_missing = false;  ///< the file ends before its tensors' data does
};

/// A model in one GGUF file or in several parts.
struct GgufFile {
    std::filesystem::path path;                           ///< of the first part
    std::vector<std::unique_ptr<const MappedFile>> maps;  ///< keep the views below alive
    GgufHeader header;                                    ///< of the first part
    std::vector<GgufHeader> other_parts = {};
    std::uint64_t part_count = 1;                 ///< split.count
    std::vector<std::string> missing_parts = {};  ///< file names
};

/// whether the bytes begin as a GGUF file does.
[[nodiscard]] bool looks_like_gguf(std::span<const std::byte> bytes);

/// the header in `bytes`; `file` is the name that errors carry. Throws InputError with a byte offset.
[[nodiscard]] GgufHeader read_gguf_header(std::span<const std::byte> bytes, const std::string& file);

/// the model at `path`: header only, with the headers of its other parts (`-00001-of-00003`) where they stand beside
/// it. Any part may be given. Throws InputError.
[[nodiscard]] GgufFile open_gguf(const std::filesystem::path& path);

/// SHA-256 of the headers of all parts, as 64 hexadecimal digits. The elements of arrays of over 4,096 (vocabularies
/// and merges, which no size depends on) are left out, so that it takes well under a millisecond.
[[nodiscard]] std::string gguf_header_sha256(const GgufFile& file);

}  // namespace sizer
