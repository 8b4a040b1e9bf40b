#include "training/logits.hpp"

#include "training/activations.hpp"
#include "training/sharding.hpp"
#include "training/trainers.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_half = 2;
constexpr std::uint64_t k_late = 4;             // logits and log-softmax
constexpr std::uint64_t k_chunked = 2;          // in 16 bits; wider a chunk at a time
constexpr std::uint64_t k_slice_tokens = 1024;  // the most that a fused loss has in fp32 at a time

}  // namespace

std::uint64_t bytes_per_logit(const TrainingPlan& plan) {
    const auto& profile = trainer_profile(plan.trainer);
    // Where weights gather up during the backward pass, the peak comes at its end, when the logits' gradients are gone.
    const bool late_peak = profile.keeps_whole_copy && zero_stage(plan) >= 3 && plan.gpus > 1;
    switch (loss_of(plan)) {
    case LossKind::full: return late_peak ? k_late : profile.bytes_per_logit;
    case LossKind::chunked: return k_chunked;
    case LossKind::fused: break;
    }
    return k_half;
}

Bytes logit_bytes(const Architecture& architecture, const TrainingPlan& plan) {
    const std::uint64_t tokens = micro_batch_tokens(plan);
    const std::uint64_t vocabulary = architecture.dims.vocab_size;
    if (loss_of(plan) != LossKind::fused) {
        return Bytes(checked_mul(checked_mul(vocabulary, tokens), bytes_per_logit(plan)));
    }
    const std::uint64_t slice = checked_mul(vocabulary, std::min(tokens, k_slice_tokens));
    return Bytes(checked_mul(slice, k_half) + checked_mul(checked_mul(tokens, architecture.dims.hidden_size), k_half));
}

}  // namespace sizer
