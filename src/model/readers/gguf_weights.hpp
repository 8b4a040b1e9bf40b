#pragma once

#include "model/readers/gguf.hpp"

#include <sizer/model.hpp>

#include <string>

namespace sizer {

/// What the tensors of a GGUF model add up to.
struct GgufWeights {
    FileWeights file;  ///< without the hash
    Params parameters = {};
    Params active_parameters = {};
    std::string dominant_type;
};

/// `layers` are the main blocks: the blocks behind them are MTP; a projector's tensors are all vision.
/// Throws Overflow.
[[nodiscard]] GgufWeights gguf_weights(const GgufFile& file, std::uint32_t layers, bool projector);

}  // namespace sizer
