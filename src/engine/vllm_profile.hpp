#pragma once

#include <sizer/budget.hpp>

#include <cstdint>

namespace sizer {

/// the peak of vLLM's profile run. From version 0.8 on it is the sampler's: factor x max_num_seqs x vocabulary x 4 B,
/// the same on every rank; before, the feed-forward's of max_batched_tokens tokens. Throws InputError for a version
/// that is none. Source: start-up logs of 0.15 to 0.19 and of 0.6, named in data/engines.json.
[[nodiscard]] ActivationsTerm vllm_activations(const Model& model, const Deployment& deployment);

/// what one rank takes outside torch (context, NCCL's and the all-reduce's buffers), and the CUDA graphs from 0.21 on,
/// which are taken off the pool. Source: as above.
[[nodiscard]] OverheadTerm vllm_overhead(const Deployment& deployment, std::uint32_t tensor, std::uint32_t pipeline);

}  // namespace sizer
