#pragma once

#include "model/readers/gguf.hpp"

#include <filesystem>
#include <string>

namespace sizer {

/// the path of the first part when `path` is named like a later one ("model-00002-of-00003.gguf") and the first stands
/// beside it; else `path`. Only the first part holds the metadata.
[[nodiscard]] std::filesystem::path first_part(const std::filesystem::path& path);

/// the name of part `number` (from 1) of `count` of the model whose first part is `first`.
/// Source: llama.cpp's llama_split_path: "%s-%05d-of-%05d.gguf".
[[nodiscard]] std::filesystem::path part_path(const std::filesystem::path& first, std::uint64_t number,
                                              std::uint64_t count);

/// reads the headers of the parts beside the first as its split.count says; absent ones are listed in missing_parts.
/// Throws InputError.
void add_other_parts(GgufFile& file);

}  // namespace sizer
