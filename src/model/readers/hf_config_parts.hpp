#pragma once

#include "model/readers/hf_config_object.hpp"
#include "model/readers/hf_config_types.hpp"

#include <sizer/model.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// What the parts of a config's reading share.
struct HfSource {
    const HfType& type;
    const HfObject& text;  ///< the language model's own part: text_config where there is one, else the root
    const HfObject& root;

    /// the value of the first of `keys` that is there; types of one kind call the same thing by several names.
    [[nodiscard]] std::uint32_t width(std::initializer_list<std::string_view> keys, std::uint32_t absent = 0) const;
    [[nodiscard]] bool flag(std::string_view key, bool absent) const;

    /// a number, or the largest of a list that has one for each layer.
    [[nodiscard]] std::uint32_t width_or_list(std::initializer_list<std::string_view> keys) const;
};

// Its parts, one for each matter. Each fills its fields of the architecture and needs those filled before it.
void read_hf_sizes(const HfSource& source, Architecture& architecture);
void read_hf_attention(const HfSource& source, Architecture& architecture);
void read_hf_latent_attention(const HfSource& source, Dimensions& dims);
void read_hf_gemma(const HfSource& source, Dimensions& dims);
void read_hf_experts(const HfSource& source, Architecture& architecture);
void read_hf_recurrence(const HfSource& source, Architecture& architecture);
void read_hf_blocks(const HfSource& source, Architecture& architecture);
void read_hf_layer_types(const HfSource& source, Architecture& architecture);
void read_hf_next_token_prediction(const HfSource& source, Dimensions& dims);

/// the vision tower that the root's vision_config describes; `architecture` is that of the language model. False when
/// the checkpoint has a tower whose tensors are not known: it stays uncounted.
[[nodiscard]] bool read_hf_vision(const HfObject& root, std::string_view model_type, Architecture& architecture);

/// parameters of a CLIP or SigLIP tower with the projector into `text_width`; nothing for any other tower or wrapper.
[[nodiscard]] std::optional<std::uint64_t> hf_image_tower(const HfObject& config, std::string_view model_type,
                                                          std::uint32_t text_width);

/// How the weights are stored, by the names of the catalogue's formats.
struct HfStorage {
    std::string dtype;   ///< of what is not quantised: "bf16"
    std::string format;  ///< of the quantised weights: "awq", "fp8_block128"; empty: none are
};
[[nodiscard]] HfStorage hf_storage(const HfObject& root, const HfObject& text);

}  // namespace sizer
