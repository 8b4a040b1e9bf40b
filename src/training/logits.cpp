#include "training/logits.hpp"

#include "training/activations.hpp"
#include "training/trainers.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_half = 2;
constexpr std::uint64_t k_chunked = 4;          // the chunks in 16 bits, and their gradients
constexpr std::uint64_t k_slice_tokens = 1024;  // the most that a fused loss has in fp32 at a time

}  // namespace

std::uint64_t bytes_per_logit(const TrainingPlan& plan) {
    switch (loss_of(plan)) {
    case LossKind::full: return trainer_profile(plan.trainer).bytes_per_logit;
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
