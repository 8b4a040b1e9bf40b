#pragma once

#include "memory/ggml_id.hpp"

#include <sizer/architecture.hpp>
#include <sizer/model.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace sizer {

/// What llama-quantize looks at beside the tensors themselves.
struct RecipeModel {
    std::string architecture;
    std::uint64_t layers = 0;   ///< every block of the file, MTP blocks included
    std::uint64_t experts = 0;  ///< 0: dense
    std::uint64_t gqa = 0;      ///< query heads for each KV head in the first layer; 0 where that layer has none
};

/// the same, of an architecture; `layers` counts the MTP blocks that its GGUF files keep.
[[nodiscard]] RecipeModel recipe_model(const Architecture& architecture);

/// true for architectures whose GGUF files carry their MTP blocks. Source: llama.cpp convert_hf_to_gguf.py.
[[nodiscard]] bool gguf_keeps_mtp(const Architecture& architecture);

/// A file type, and whether token embedding and output stay in Q8_0 as in the published "_L" files.
struct RecipeChoice {
    GgufFileType file_type = GgufFileType::f16;
    bool wide_embeddings = false;
};

/// false for a file type that shapes cannot tell the types of: NVFP4, hand-picked mixtures.
[[nodiscard]] bool has_recipe(GgufFileType file_type);

/// the storage type that llama-quantize, without an importance matrix, gives to each tensor of `tensors` (in their
/// order); the file type must have a recipe. Source: llama.cpp v0.5.0 src/llama-quant.cpp.
[[nodiscard]] std::vector<GgmlId> gguf_recipe(const TensorInventory& tensors, const RecipeModel& model,
                                              RecipeChoice choice);

}  // namespace sizer
