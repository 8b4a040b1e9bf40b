#pragma once

#include "memory/shape_weights.hpp"

#include <sizer/budget.hpp>
#include <sizer/engine.hpp>

#include <cstdint>

namespace sizer {

// What engines have in common that give their requests blocks of one pool: vLLM, SGLang. All are pure and throw
// Overflow.

/// what torch sees of a device: a little less than what its driver reports.
[[nodiscard]] Bytes torch_memory(const HardwareRow& device);

/// checkpoints, unless the format is one of GGUF's.
[[nodiscard]] Container served_container(const FormatRow& format);

/// throws InputError for a cache format that neither engine has.
void require_served_cache(const Deployment& deployment);

/// the layout with pages for the layers that have a window as for those that keep every token. Source: gpt-oss-20b,
/// 8,192 tokens x 32, takes 12.0 GiB in vLLM; gemma-3 in SGLang (github.com/sgl-project/sglang/pull/4826).
[[nodiscard]] KvLayout with_full_pages(KvLayout layout);

/// the cache of all sequences, each one's context rounded up to whole blocks.
[[nodiscard]] KvCacheTerm block_cache(const KvLayout& layout, Deployment deployment, std::uint64_t block);

/// the account of ranks that each hold `overhead` and the budget's activations, and of the cache the share that `rank`
/// lays out; the fullest has the most weights: tensors are split over the ranks, a stage holds its layers and the
/// embedding or the head (a tied head is a second copy of the embedding). Without its pool.
[[nodiscard]] EngineAccount rank_account(const Model& model, const Deployment& deployment, const Budget& budget,
                                         const EnginePlace& place, const KvLayout& rank, Bytes overhead,
                                         std::uint64_t block);

/// `from` less `what`, never under nothing.
[[nodiscard]] inline Bytes what_is_left(Bytes from, Bytes what) { return from > what ? from - what : Bytes{}; }

/// the pool of one rank, whose layout is `rank`: `available` in whole blocks, the requests of the deployment's context
/// that it holds, and the largest context with which one request fits it.
[[nodiscard]] EnginePool block_pool(const KvLayout& rank, const Deployment& deployment, Bytes available,
                                    std::uint64_t block);

}  // namespace sizer
