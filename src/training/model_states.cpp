#include "training/model_states.hpp"

#include "memory/packed_linear.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_full_width = 4;   // fp32
constexpr std::uint64_t k_half_width = 2;   // bf16, fp16
constexpr std::uint64_t k_two_moments = 2;  // Adam's m and v
constexpr std::uint64_t k_block = 256;      // bitsandbytes: elements for each fp32 scale
constexpr std::uint64_t k_least_8bit = 4096;

/// m and v of one byte each with a scale for each block: 2 + 2 x 4/256.
constexpr Ratio k_8bit_moments{2 * (k_block + k_full_width), k_block};

Ratio adam(std::uint64_t width) { return {k_two_moments * width, 1}; }

Ratio moments(Optimizer optimizer, std::uint64_t width) {
    switch (optimizer) {
    case Optimizer::adamw:
    case Optimizer::paged_adamw:
    case Optimizer::galore: return adam(width);
    case Optimizer::adamw_bf16: return adam(k_half_width);
    case Optimizer::adamw_8bit:
    case Optimizer::paged_adamw_8bit: return k_8bit_moments;
    case Optimizer::adafactor: return {k_full_width, 1};
    case Optimizer::lion:
    case Optimizer::muon: return {width, 1};
    case Optimizer::sgd:
    case Optimizer::lomo: break;
    }
    return {0, 1};
}

/// A matrix inside a block: what Muon and GaLore work on; embeddings, head and norms stay with Adam.
bool is_block_matrix(const Tensor& tensor) { return is_packed_linear(tensor) && tensor.layer >= 0; }

/// The projected moments and the projection of one m x n matrix, m <= n.
std::uint64_t galore_elements(const Tensor& tensor, std::uint64_t rank) {
    const LinearShape shape = linear_shape(tensor);
    const std::uint64_t m = std::min(shape.in, shape.out);
    const std::uint64_t n = std::max(shape.in, shape.out);
    const std::uint64_t r = std::min(rank, m);
    return checked_mul(checked_mul(r, m + 2 * n), shape.count);
}

Bytes moments_of(const Tensor& tensor, const TrainingPlan& plan, std::uint64_t width) {
    const Bytes count(elements(tensor));
    switch (plan.optimizer) {
    case Optimizer::muon: return count * (is_block_matrix(tensor) ? Ratio{width, 1} : adam(width));
    case Optimizer::galore:
        return is_block_matrix(tensor) ? Bytes(galore_elements(tensor, plan.rank)) * width : count * adam(width);
    case Optimizer::adamw_8bit:
    case Optimizer::paged_adamw_8bit:
        return count * (elements(tensor) < k_least_8bit ? adam(k_full_width) : k_8bit_moments);
    default: return count * moments(plan.optimizer, width);
    }
}

/// Pure bf16 keeps the moments in bf16 too.
std::uint64_t moment_width(TrainingPrecision precision) {
    return precision == TrainingPrecision::bf16 ? k_half_width : k_full_width;
}

}  // namespace

StateWidths state_widths(Optimizer optimizer, TrainingPrecision precision) {
    const bool mixed = precision == TrainingPrecision::mixed_bf16 || precision == TrainingPrecision::mixed_fp16;
    const std::uint64_t width = precision == TrainingPrecision::fp32 ? k_full_width : k_half_width;
    // LOMO updates the 16-bit weights in place, in either mixed precision.
    const bool master = mixed && optimizer != Optimizer::lomo;
    return {.weights = {width, 1},
            .gradients = {width, 1},
            .master = {master ? k_full_width : 0, 1},
            .moments = moments(optimizer, moment_width(precision))};
}

Bytes moment_bytes(const TensorInventory& tensors, const TrainingPlan& plan) {
    Bytes sum;
    for (const auto& tensor : tensors) {
        if (tensor.cls != TensorClass::mtp) { sum += moments_of(tensor, plan, moment_width(plan.precision)); }
    }
    return sum;
}

bool fuses_step(Optimizer optimizer) { return optimizer == Optimizer::lomo; }

std::uint64_t largest_matrix(const TensorInventory& tensors) {
    std::uint64_t most = 0;
    for (const auto& tensor : tensors) {
        if (tensor.cls != TensorClass::mtp) { most = std::max(most, checked_mul(tensor.ne[0], tensor.ne[1])); }
    }
    return most;
}

}  // namespace sizer
