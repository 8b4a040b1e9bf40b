#include "model/readers/hf_config_types.hpp"

#include "model/readers/hf_config_type_tables.hpp"

#include <algorithm>
#include <string>

namespace sizer {
namespace {

/// "Qwen3-MoE" and "qwen3_moe" are the same.
std::string plain(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (c != '_' && c != '-' && c != '.') { text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
    }
    return text;
}

template <class Matches>
const HfType* find(Matches&& matches) {
    for (const auto rows : {hf_llama_types(), hf_qwen_and_glm_types(), hf_latent_types(), hf_gemma_and_cohere_types(),
                            hf_layer_norm_types(), hf_recurrent_types(), hf_encoder_types()}) {
        const auto row = std::ranges::find_if(rows, matches);
        if (row != rows.end()) { return &*row; }
    }
    return nullptr;
}

std::string_view without_text_ending(std::string_view name) {
    for (const std::string_view ending : {"_text_model", "_text"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) {
            return name.substr(0, name.size() - ending.size());
        }
    }
    return name;
}

}  // namespace

const HfType* hf_type(std::string_view model_type) {
    const auto name = without_text_ending(model_type);
    return find([&](const HfType& row) { return row.model_type == name; });
}

const HfType* hf_type_of_class(std::string_view class_name) {
    const auto task = class_name.find("For");
    if (task == std::string_view::npos || task == 0) { return nullptr; }
    const auto name = plain(class_name.substr(0, task));
    return find([&](const HfType& row) { return plain(row.model_type) == name; });
}

}  // namespace sizer
