#pragma once

#include "engine/llama_cpp_cells.hpp"

namespace sizer {

/// llama.cpp's scratch memory for one micro-batch.
struct LlamaCppCompute {
    Bytes compute = {};      ///< on the device (the CPU, when that is the backend)
    Bytes output = {};       ///< the logits it hands out
    Bytes host = {};         ///< beside a GPU: inputs and mask
    Bytes mask = {};         ///< within `compute`: which cells each token sees
    bool scattered = false;  ///< an architecture whose allocator fragments by more than the formula knows
};

/// the compute buffer of the largest graph, the output buffer and the host's share; throws Overflow.
[[nodiscard]] LlamaCppCompute llama_cpp_compute(const Model& model, const Deployment& deployment,
                                                const LlamaCppContext& context);

}  // namespace sizer
