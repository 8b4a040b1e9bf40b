#pragma once

#include <sizer/architecture.hpp>
#include <sizer/format.hpp>
#include <sizer/model.hpp>
#include <sizer/quantity.hpp>

#include <cstdint>
#include <vector>

namespace sizer {

/// What the weights are read from. It decides whether a vision tower is with them: in a checkpoint it is, beside a GGUF
/// file it is a file of its own (the projector).
enum class Container : std::uint8_t {
    of_format,  ///< GGUF where llama.cpp has the format too (plain 16 and 32 bits, MXFP4 experts), else a checkpoint
    gguf,
    checkpoint  ///< safetensors, as vLLM and transformers load them
};

/// The weights of an architecture in a format, tensor by tensor.
struct ShapeWeights {
    std::vector<TensorSum> sums;  ///< of what is loaded, by class and type
    Bytes bytes = {};             ///< their sum
    Bytes not_loaded = {};        ///< MTP layers that the file holds
    Bytes projector = {};         ///< a vision tower that is not in `bytes`, in 16 bits
    bool derivable = false;       ///< false: the shapes cannot tell (unknown architecture, hand-picked mixture)
};

/// bytes of every tensor of `architecture` stored in `format`: exact where the format has no choice of its own.
/// Throws Overflow. Sources: gguf_recipe.hpp; the packed formats at their rows in packed_linear.cpp.
[[nodiscard]] ShapeWeights shape_weights(const Architecture& architecture, const FormatRow& format,
                                         Container container = Container::of_format);

}  // namespace sizer
