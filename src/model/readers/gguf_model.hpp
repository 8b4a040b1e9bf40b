#pragma once

#include "model/readers/gguf.hpp"

#include <sizer/model.hpp>

#include <string>
#include <vector>

namespace sizer {

/// What a GGUF file says of a model. It may be less than a budget needs: an inspection shows it all the same.
struct GgufModel {
    Model model;                                  ///< file.header_sha256 is left empty: see gguf_header_sha256
    bool projector = false;                       ///< vision (and audio) weights alone
    std::vector<std::string> missing_parts = {};  ///< of a split file: names
    std::vector<std::string> missing_keys = {};   ///< without which the architecture is not determined
};

/// the model in `file`; throws InputError where a key holds what it cannot.
[[nodiscard]] GgufModel gguf_model(const GgufFile& file);

/// adds a projector's weights and parameters to the model that it belongs to. Throws Overflow.
void add_projector(GgufModel& model, const GgufModel& projector);

/// throws InputError when a budget cannot be made of it: parts or keys are missing, or there are no tensors.
void require_sizable(const GgufModel& model);

}  // namespace sizer
