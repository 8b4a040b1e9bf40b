#pragma once

#include "memory/shape_weights.hpp"

#include <sizer/budget.hpp>

#include <cstdint>

namespace sizer {

// The four terms of the equation, one file each. All are pure and throw Overflow.

/// bytes of the weights on the strongest basis that the deployment allows: the file's own tensor sizes, the
/// architecture's tensors in the asked format and container, or the rule; throws InputError when a basis is asked for
/// that this model cannot have.
[[nodiscard]] WeightsTerm weights_term(const Model& model, const Deployment& deployment,
                                       Container container = Container::of_format);

/// parameters x bytes for each parameter, rounded up. Source: the course's table of bytes per parameter.
[[nodiscard]] Bytes rule_weights(Params parameters, const FormatRow& format);

/// bytes of the cache for all sequences at their full context, layer group by layer group:
/// 2 x layers x kv_heads x d_head x tokens x bytes where every layer keeps every token. Absent for an architecture that
/// is not known. Source: Shazeer 2019 (arXiv:1911.02150) for the shared heads; the course's formula.
[[nodiscard]] KvCacheTerm kv_cache_term(const Model& model, const Deployment& deployment);

/// the account of any list of layer groups: kv_cache_term's, or one device's share of it. Basis is left at `rule`.
[[nodiscard]] KvCacheTerm kv_account(KvLayout layout, const Deployment& deployment);

/// one device's part of the cache: KV heads are split over the tensor ranks but never under one for each; a latent and
/// a recurrent state are held by every rank; the fullest stage holds the rounded-up share of the layers. Source: vLLM,
/// `get_num_kv_heads`: max(1, total_kv_heads / tensor_parallel_size).
[[nodiscard]] KvLayout device_share(KvLayout layout, std::uint32_t tensor, std::uint32_t pipeline);

/// the course's rule: 125 MB for each sequence in flight, or what was given by hand.
[[nodiscard]] ActivationsTerm activations_term(const Deployment& deployment);

/// the course's rule: 2 GB for each device, or what was given by hand.
[[nodiscard]] OverheadTerm overhead_term(const Deployment& deployment, std::uint32_t devices);

/// the total with a margin of so many tenths of a per cent, rounded up.
[[nodiscard]] Bytes with_margin(Bytes total, std::uint32_t permille);

/// draws the totals of a budget whose terms are set: total, margin, dominant term. Left open when a term is not known.
void close(Budget& budget, const Margin& margin);

}  // namespace sizer
