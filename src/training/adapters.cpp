#include "training/adapters.hpp"

#include "memory/packed_linear.hpp"
#include "model/layer_shape.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sizer {
namespace {

/// Sums the adapters of a model.
class Counter {
public:
    explicit Counter(const TrainingPlan& plan) : m_plan(plan) {}

    void add(bool targeted, const LinearShape& shape) {
        if (!targeted) { return; }
        const std::uint64_t low_rank = checked_mul(m_plan.rank, checked_add(shape.in, shape.out));
        const std::uint64_t magnitudes = m_plan.dora ? shape.out : 0;
        m_sum += Params(checked_mul(checked_add(low_rank, magnitudes), shape.count));
    }

    void add(TargetModule module, const LinearShape& shape) { add(targets(m_plan, module), shape); }

    [[nodiscard]] Params sum() const { return m_sum; }

private:
    const TrainingPlan& m_plan;
    Params m_sum;
};

void add_fused_attention(Counter& counter, const Architecture& architecture, const Tensor& tensor) {
    const LayerShape layer = layer_shape(architecture, static_cast<std::uint32_t>(tensor.layer));
    const std::uint64_t in = tensor.ne[0];
    const std::uint64_t k = layer.kv_heads * layer.d_head;
    const std::uint64_t v = layer.kv_heads * layer.d_head_v;
    counter.add(TargetModule::q, {in, tensor.ne[1] - std::min(tensor.ne[1], k + v), 1});
    counter.add(TargetModule::k, {in, k, 1});
    counter.add(TargetModule::v, {in, v, 1});
}

/// MLA's projections by what they make.
TargetModule latent_module(const Tensor& tensor) {
    if (tensor.name.find("attn_q") != std::string::npos) { return TargetModule::q; }
    return tensor.name.find("attn_v") != std::string::npos ? TargetModule::v : TargetModule::k;
}

/// Gate and up in one tensor (Phi 3, Gemma 4's experts): two adapters of half the width.
void add_up(Counter& counter, const Tensor& tensor, const Dimensions& dims) {
    LinearShape shape = linear_shape(tensor);
    const bool expert = tensor.cls == TensorClass::expert_up;
    const std::uint64_t inner = expert ? dims.moe.expert_intermediate_size : dims.intermediate_size;
    if (inner != 0 && shape.out == 2 * inner && dims.mlp == MlpKind::glu) {
        shape.out = inner;
        counter.add(TargetModule::gate, shape);
    }
    counter.add(TargetModule::up, shape);
}

void add_tensor(Counter& counter, const Architecture& architecture, const TrainingPlan& plan, const Tensor& tensor) {
    const LinearShape shape = linear_shape(tensor);
    switch (tensor.cls) {
    case TensorClass::attention_q: return counter.add(TargetModule::q, shape);
    case TensorClass::attention_k: return counter.add(TargetModule::k, shape);
    case TensorClass::attention_v: return counter.add(TargetModule::v, shape);
    case TensorClass::attention_qkv: return add_fused_attention(counter, architecture, tensor);
    case TensorClass::attention_output: return counter.add(TargetModule::o, shape);
    case TensorClass::attention_other: return counter.add(latent_module(tensor), shape);
    case TensorClass::ffn_gate:
    case TensorClass::expert_gate: return counter.add(TargetModule::gate, shape);
    case TensorClass::ffn_up:
    case TensorClass::expert_up: return add_up(counter, tensor, architecture.dims);
    case TensorClass::ffn_down:
    case TensorClass::expert_down: return counter.add(TargetModule::down, shape);
    case TensorClass::ssm: return counter.add(targets_every_layer(plan) && tensor.ne[1] > 1, shape);
    default: return;
    }
}

}  // namespace

bool targets_every_layer(const TrainingPlan& plan) {
    return std::all_of(plan.targets.begin(), plan.targets.begin() + static_cast<std::ptrdiff_t>(TargetModule::head),
                       [](bool on) { return on; });
}

Params adapter_parameters(const Architecture& architecture, const TensorInventory& tensors, const TrainingPlan& plan) {
    Counter counter(plan);
    for (const auto& tensor : tensors) { add_tensor(counter, architecture, plan, tensor); }
    const auto& dims = architecture.dims;
    // A tied head has no tensor of its own, but an adapter all the same.
    counter.add(TargetModule::head, {dims.hidden_size, dims.vocab_size, 1});
    return counter.sum();
}

}  // namespace sizer
