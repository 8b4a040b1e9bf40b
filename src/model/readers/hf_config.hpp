#pragma once

#include <sizer/model.hpp>

#include <string>
#include <string_view>

namespace sizer {

/// whether the JSON in `text` is a Hugging Face config.json ("model_type" or "architectures") and not a model spec;
/// false too for what is no JSON object. Throws nothing.
[[nodiscard]] bool looks_like_hf_config(std::string_view text);

/// the model that a config.json describes; `file` is the name that errors carry. Its parameters are those of its
/// tensors, zero where the tensors cannot be listed. A model_type that is not known gives a model of unknown
/// architecture, with the plain dimensions for display. Throws InputError with JSON pointers.
[[nodiscard]] Model read_hf_config(std::string_view text, const std::string& file);

}  // namespace sizer
