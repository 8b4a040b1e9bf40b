#pragma once

#include "model/readers/hf_config_types.hpp"

#include <span>

namespace sizer {

// One table for each kind of model, in files of their own; hf_type looks through all of them.
[[nodiscard]] std::span<const HfType> hf_llama_types();
[[nodiscard]] std::span<const HfType> hf_qwen_and_glm_types();
[[nodiscard]] std::span<const HfType> hf_latent_types();
[[nodiscard]] std::span<const HfType> hf_gemma_and_cohere_types();
[[nodiscard]] std::span<const HfType> hf_layer_norm_types();
[[nodiscard]] std::span<const HfType> hf_recurrent_types();
[[nodiscard]] std::span<const HfType> hf_encoder_types();

}  // namespace sizer
