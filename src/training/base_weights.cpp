#include "training/base_weights.hpp"

#include "memory/packed_linear.hpp"
#include "training/trainers.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_half = 2;
constexpr std::uint64_t k_full = 4;
constexpr Ratio k_nf4{9, 16};               // 1/2 + 4/64
constexpr Ratio k_nf4_double{8452, 16384};  // 1/2 + 1/64 + 4/(64 x 256)

bool is_quantised(const Tensor& tensor, const TrainingPlan& plan) {
    if (plan.base == BaseFormat::plain) { return false; }
    if (tensor.cls == TensorClass::output) { return trainer_profile(plan.trainer).quantises_head; }
    return is_packed_linear(tensor);
}

Bytes quantised_bytes(const Tensor& tensor, BaseFormat base) {
    const Bytes count(elements(tensor));
    switch (base) {
    case BaseFormat::nf4: return count * k_nf4;
    case BaseFormat::nf4_double: return count * k_nf4_double;
    case BaseFormat::int8: return count + Bytes(checked_mul(elements(tensor) / tensor.ne[0], k_full));
    case BaseFormat::plain: break;
    }
    return count * k_half;
}

}  // namespace

TensorInventory trained_tensors(const Architecture& architecture, TensorInventory tensors, const TrainingPlan& plan) {
    std::erase_if(tensors, [](const Tensor& tensor) { return tensor.cls == TensorClass::mtp; });
    const auto& dims = architecture.dims;
    if (dims.tie_word_embeddings && trainer_profile(plan.trainer).unties_head) {
        tensors.push_back(
            {.name = "output.weight", .cls = TensorClass::output, .ne = {dims.hidden_size, dims.vocab_size, 1, 1}});
    }
    return tensors;
}

Bytes frozen_bytes(const TensorInventory& tensors, const TrainingPlan& plan) {
    const std::uint64_t width = plan.precision == TrainingPrecision::fp32 ? k_full : k_half;
    Bytes sum;
    for (const auto& tensor : tensors) {
        sum += is_quantised(tensor, plan) ? quantised_bytes(tensor, plan.base) : Bytes(elements(tensor)) * width;
    }
    return sum;
}

Bytes dequantised_bytes(const TensorInventory& tensors, const TrainingPlan& plan) {
    Bytes most;
    Bytes head;
    for (const auto& tensor : tensors) {
        if (!is_quantised(tensor, plan)) { continue; }
        const Bytes matrix(checked_mul(checked_mul(tensor.ne[0], tensor.ne[1]), k_half));
        if (tensor.cls == TensorClass::output) {
            head = matrix * k_half;
        } else {
            most = std::max(most, matrix);
        }
    }
    return std::max(most, head);
}

}  // namespace sizer
