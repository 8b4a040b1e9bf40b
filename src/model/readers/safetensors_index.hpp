#pragma once

#include <sizer/quantity.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// What a model.safetensors.index.json says.
struct SafetensorsIndex {
    std::vector<std::string> files;  ///< plain names, sorted, each once
    std::optional<Bytes> total_size = {};
};

/// the index at `path`; throws InputError. Names that lead out of its folder are refused.
[[nodiscard]] SafetensorsIndex read_safetensors_index(const std::filesystem::path& path);

}  // namespace sizer
