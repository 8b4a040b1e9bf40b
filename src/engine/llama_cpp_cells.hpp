#pragma once

#include <sizer/engine.hpp>

#include <cstdint>

namespace sizer {

/// What a context of llama.cpp is made of, in the engine's own words.
struct LlamaCppContext {
    std::uint64_t sequences = 1;     ///< n_seq
    std::uint64_t streams = 1;       ///< of the cache: one for each sequence when split, one for all when unified
    std::uint64_t cells = 0;         ///< n_kv: of each stream
    std::uint64_t window_cells = 0;  ///< the same of sliding-window layers; 0: the model has none
    std::uint64_t micro_batch = 0;   ///< tokens computed at once
    bool gpu = true;
    bool flash = true;
    bool all_logits = false;
};

/// `count` rounded up to a multiple of `step`; throws Overflow.
[[nodiscard]] constexpr std::uint64_t padded_to(std::uint64_t count, std::uint64_t step) {
    return checked_mul(checked_add(count, step - 1) / step, step);
}

/// the context that the deployment's options make; throws Overflow.
[[nodiscard]] LlamaCppContext llama_cpp_context(const Model& model, const Deployment& deployment);

/// the cache as llama.cpp allocates it, to the byte; throws Overflow, and InputError for formats that it refuses.
[[nodiscard]] KvCacheTerm llama_cpp_cache(const Model& model, const Deployment& deployment,
                                          const LlamaCppContext& context);

}  // namespace sizer
