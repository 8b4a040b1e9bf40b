#pragma once

#include <sizer/model.hpp>

#include <string_view>

namespace sizer {

/// A tensor's name taken apart: "blk.3.attn_v.weight" is part "attn_v.weight" of layer 3.
struct TensorName {
    std::int32_t layer = -1;  ///< -1: not in a block
    std::string_view part;
};

[[nodiscard]] TensorName gguf_tensor_name(std::string_view name);

/// what a tensor of that GGUF name is for. MTP blocks cannot be told by their names alone (see gguf_weights.cpp).
/// Source of the names: llama.cpp 0.5.0, src/llama-arch.cpp, LLM_TENSOR_NAMES; tools/mtmd/clip-impl.h for projectors.
[[nodiscard]] TensorClass gguf_tensor_class(std::string_view name);

/// the layer in a Hugging Face checkpoint's tensor name ("model.layers.3.mlp..."); -1 when it has none.
[[nodiscard]] std::int32_t hf_layer(std::string_view name);

/// what a tensor of that name in a Hugging Face checkpoint is for. MTP layers that are numbered on behind the main ones
/// cannot be told by their names alone.
/// Source of the names: the model files of transformers 4.5x.
[[nodiscard]] TensorClass hf_tensor_class(std::string_view name);

}  // namespace sizer
