#include "training/activations.hpp"

#include "model/layer_shape.hpp"
#include "training/adapters.hpp"
#include "training/trainers.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_half = 2;            // a 16-bit element
constexpr std::uint64_t k_full = 4;            // an fp32 element
constexpr std::uint64_t k_mask = 1;            // of a dropout
constexpr std::uint64_t k_score = 10;          // scores, fp32 softmax, its 16-bit copy, the mask's sum
constexpr std::uint64_t k_wide_attention = 4;  // sums of projection and adapter that litgpt keeps; from its rows

/// Counts one layer.
class LayerCount {
public:
    LayerCount(const Architecture& architecture, std::uint32_t index, const TrainingPlan& plan)
        : m_architecture(architecture),
          m_plan(plan),
          m_profile(trainer_profile(plan.trainer)),
          m_shape(layer_shape(architecture, index)),
          m_hidden(architecture.dims.hidden_size),
          m_query(m_shape.heads * m_shape.d_head),
          m_kv(m_shape.kv_heads * m_shape.d_head),
          m_inner(inner_width()),
          m_trained(plan.method == TuningMethod::full) {}

    [[nodiscard]] LayerActivations count() const {
        const std::uint64_t boundary = k_half * m_hidden;
        return {.boundary = boundary,
                .selective = boundary + k_half * (m_query + 2 * m_kv + m_inner),
                .whole = norms() + attention() + feed_forward() + adapters() + quantised_inputs()};
    }

private:
    [[nodiscard]] const Dimensions& dims() const { return m_architecture.dims; }

    /// The feed-forward's width that a token passes: of its experts and the shared ones, or the dense one.
    [[nodiscard]] std::uint64_t inner_width() const {
        const auto& moe = m_architecture.dims.moe;
        if (!m_shape.has_experts) { return m_shape.intermediate; }
        return std::uint64_t{moe.experts_per_token} * moe.expert_intermediate_size + moe.shared_intermediate_size;
    }

    /// RMSNorm is computed on an fp32 copy; LayerNorm's kernel keeps its 16-bit input. A trained scale needs the
    /// normalised input too.
    [[nodiscard]] std::uint64_t norms() const {
        const bool rms = dims().norm == NormKind::rms;
        const std::uint64_t each = (rms ? k_full : k_half) + (m_trained && rms ? normed_width() : 0);
        return each * m_hidden * dims().norms_per_layer;
    }

    [[nodiscard]] std::uint64_t normed_width() const { return m_profile.expands_kv ? k_full : k_half; }

    [[nodiscard]] std::uint64_t attention() const {
        const bool expanded = m_profile.expands_kv;
        std::uint64_t bytes = k_half * (m_query + m_query);  // Q and the output
        bytes += k_half * 2 * (expanded ? m_query : m_kv);   // K and V
        if (m_trained) { bytes += k_half * m_hidden; }       // what Q, K and V are projected from
        if (expanded && !m_trained) { bytes += k_wide_attention * m_hidden; }
        if (m_profile.keeps_fused_qkv && m_shape.kv_heads == m_shape.heads) { bytes += k_half * (m_query + 2 * m_kv); }
        return bytes + scores();
    }

    /// Gemma 2 caps its scores, which fused kernels did not do when it came: litgpt computes them whole.
    [[nodiscard]] std::uint64_t scores() const {
        const bool capped = m_architecture.name == "gemma2" && m_plan.trainer == Trainer::litgpt;
        if (m_plan.flash_attention && !capped) { return 0; }
        return checked_mul(k_score * m_shape.heads, m_plan.sequence.count());
    }

    /// A gated one keeps gate, activated gate and up; a plain one what goes into the activation. Training the last
    /// matrix needs the product, training the first ones their input.
    [[nodiscard]] std::uint64_t feed_forward() const {
        const std::uint64_t kept = dims().mlp == MlpKind::glu ? 3 : 1;
        const std::uint64_t inputs = m_trained ? k_half * (m_inner + m_hidden) : 0;
        return k_half * kept * m_inner + inputs;
    }

    [[nodiscard]] std::uint64_t adapters() const {
        if (m_trained) { return 0; }
        const auto on = [&](TargetModule module) { return std::uint64_t{targets(m_plan, module) ? 1U : 0U}; };
        std::uint64_t inputs = on(TargetModule::q) + on(TargetModule::k) + on(TargetModule::v);
        if (m_profile.keeps_fused_qkv) { inputs = std::min<std::uint64_t>(inputs, 1); }
        if (dims().mlp == MlpKind::glu) { inputs += on(TargetModule::gate); }
        inputs += on(TargetModule::up);
        // Each adapter drops out its own copy of the input, in its own type, and keeps it with the mask.
        const std::uint64_t each = (m_profile.fp32_adapters ? k_full : k_half) + k_mask;
        return each * (inputs * m_hidden + on(TargetModule::o) * m_query + on(TargetModule::down) * m_inner);
    }

    /// bitsandbytes keeps what goes into each of its layers. Source: bitsandbytes autograd/_functions.py, MatMul4Bit.
    [[nodiscard]] std::uint64_t quantised_inputs() const {
        if (m_plan.base == BaseFormat::plain) { return 0; }
        if (m_profile.fp32_quantised_inputs) { return k_full * (2 * m_hidden + m_inner); }
        return k_half * (2 * m_hidden + m_inner);
    }

    const Architecture& m_architecture;
    const TrainingPlan& m_plan;
    const TrainerProfile& m_profile;
    LayerShape m_shape;
    std::uint64_t m_hidden;
    std::uint64_t m_query;
    std::uint64_t m_kv;
    std::uint64_t m_inner;
    bool m_trained;
};

}  // namespace

LayerActivations layer_activations(const Architecture& architecture, std::uint32_t index, const TrainingPlan& plan) {
    return LayerCount(architecture, index, plan).count();
}

std::uint64_t micro_batch_tokens(const TrainingPlan& plan) { return checked_mul(plan.sequence.count(), plan.batch); }

Bytes activation_bytes(const Architecture& architecture, const TrainingPlan& plan) {
    std::uint64_t kept = 0;
    std::uint64_t largest = 0;
    for (std::uint32_t index = 0; index < architecture.dims.layers; ++index) {
        const LayerActivations layer = layer_activations(architecture, index, plan);
        largest = std::max(largest, layer.whole);
        switch (plan.checkpointing) {
        case Checkpointing::on: kept = checked_add(kept, layer.boundary); break;
        case Checkpointing::selective: kept = checked_add(kept, layer.selective); break;
        case Checkpointing::off: kept = checked_add(kept, layer.whole); break;
        }
    }
    if (plan.checkpointing != Checkpointing::off) { kept = checked_add(kept, largest); }
    // In fp32 everything that is counted as 16 bits is twice as wide.
    if (plan.precision == TrainingPrecision::fp32) { kept = checked_mul(kept, 2); }
    return Bytes(checked_mul(kept, micro_batch_tokens(plan)));
}

}  // namespace sizer
