#include <sizer/training.hpp>

#include "model/inventory.hpp"
#include "training/activations.hpp"
#include "training/adapters.hpp"
#include "training/base_weights.hpp"
#include "training/buffers.hpp"
#include "training/logits.hpp"
#include "training/model_states.hpp"
#include "training/sharding.hpp"
#include "training/trainers.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <string>

namespace sizer {
namespace {

using Name = TrainingTermName;

constexpr Ratio k_rule_adapters{1, 100};            // adapters are of the order of one parameter in a hundred
constexpr Bytes k_rule_each_sequence{125'000'000};  // the course's activations
constexpr Bytes k_rule_overhead{2'000'000'000};     // and overhead of a device
constexpr Ratio k_rule_nf4{1, 2};
/// NCCL's buffers, outside the framework's allocator: 342 MiB between 2 devices, 392 MiB between 4 or 8.
/// Source: ai-dynamo/aiconfigurator, its systems' nccl_mem.
constexpr Bytes k_nccl_pair{342ULL << 20U};
constexpr Bytes k_nccl_more{392ULL << 20U};

Bytes links(std::uint32_t devices) {
    if (devices == 1) { return {}; }
    return devices == 2 ? k_nccl_pair : k_nccl_more;
}

/// Adapters in fp32 train in full precision whatever the base; else in the base's own type.
TrainingPrecision trained_precision(const TrainingPlan& plan) {
    if (plan.method == TuningMethod::full) { return plan.precision; }
    if (trainer_profile(plan.trainer).fp32_adapters) { return TrainingPrecision::fp32; }
    return plan.precision == TrainingPrecision::fp32 ? TrainingPrecision::fp32 : TrainingPrecision::bf16;
}

Ratio gradient_width(const TrainingPlan& plan, const StateWidths& widths) {
    constexpr Ratio k_fp32{4, 1};
    const bool full = plan.method == TuningMethod::full && !fuses_step(plan.optimizer);
    return full && trainer_profile(plan.trainer).fp32_gradients ? k_fp32 : widths.gradients;
}

/// Builds the account of one device, term by term.
class Accountant {
public:
    Accountant(const Model& model, const Deployment& deployment, const TrainingPlan& plan)
        : m_model(model),
          m_deployment(deployment),
          m_plan(plan),
          m_profile(trainer_profile(plan.trainer)),
          m_widths(state_widths(plan.optimizer, trained_precision(plan))) {
        const bool rule = deployment.basis == BasisChoice::rule || model.archetype;
        if (!rule && model.unknown_architecture.empty()) { m_tensors = tensor_inventory(model.architecture); }
        if (m_tensors) { m_tensors = trained_tensors(model.architecture, *std::move(m_tensors), plan); }
        m_budget.devices = plan.gpus;
        m_budget.zero = zero_stage(plan);
    }

    TrainingBudget close() {
        refuse_shapes();
        trainable();
        states();
        deepspeed_estimate();
        adapters();
        activations();
        logits();
        overhead();
        total();
        return m_budget;
    }

private:
    /// A model that is only a count has no shapes to compute from.
    void refuse_shapes() const {
        if (m_deployment.basis != BasisChoice::shape || m_tensors) { return; }
        throw InputError(
            Problem{{Message::impossible_basis, {{"basis", std::string("shape")}, {"model", m_model.name}}},
                    {"--basis"},
                    {Message::mend_other_basis, {{"names", std::string("rule")}}}});
    }

    [[nodiscard]] bool full() const { return m_plan.method == TuningMethod::full; }

    Term& at(Name name) { return m_budget.terms.at(static_cast<std::size_t>(name)); }

    void set(Name name, Bytes bytes, Statement formula) {
        at(name) = {.bytes = bytes, .basis = m_tensors ? Basis::shape : Basis::rule, .formula = std::move(formula)};
    }

    void trainable() {
        m_parameters = m_tensors ? parameter_count(*m_tensors) : m_model.parameters;
        if (full()) {
            m_budget.trainable = m_parameters;
        } else if (m_tensors) {
            m_budget.trainable = adapter_parameters(m_model.architecture, *m_tensors, m_plan);
        } else {
            m_budget.trainable = rule_adapters();
        }
    }

    [[nodiscard]] Params rule_adapters() const { return m_parameters * k_rule_adapters; }

    [[nodiscard]] Bytes base() const {
        if (full()) { return Bytes(m_parameters.count()) * m_widths.weights; }
        if (m_tensors) { return frozen_bytes(*m_tensors, m_plan); }
        const Ratio wide = state_widths(m_plan.optimizer, m_plan.precision).weights;
        switch (m_plan.base) {
        case BaseFormat::nf4:
        case BaseFormat::nf4_double: return Bytes(m_parameters.count()) * k_rule_nf4;
        case BaseFormat::int8: return Bytes(m_parameters.count());
        case BaseFormat::plain: break;
        }
        return Bytes(m_parameters.count()) * wide;
    }

    [[nodiscard]] Bytes moments() const {
        if (full() && m_tensors) { return moment_bytes(*m_tensors, m_plan); }
        return Bytes(m_budget.trainable.count()) * m_widths.moments;
    }

    [[nodiscard]] Bytes gradients() const {
        if (fuses_step(m_plan.optimizer)) {
            const std::uint64_t largest = m_tensors ? largest_matrix(*m_tensors) : 0;
            return Bytes(largest) * m_widths.gradients;
        }
        return Bytes(m_budget.trainable.count()) * gradient_width(m_plan, m_widths);
    }

    [[nodiscard]] Statement state_formula(Message divided, Bytes whole) const {
        const NamedOperand parameters{"parameters", m_budget.trainable};
        if (m_plan.gpus == 1) {
            const bool weights = divided == Message::formula_train_weights;
            return {weights ? Message::formula_train_base_alone : Message::formula_train_alone, {parameters}};
        }
        return {divided,
                {parameters,
                 {"whole", whole},
                 {"stage", std::uint64_t{m_budget.zero}},
                 {"devices", std::uint64_t{m_plan.gpus}}}};
    }

    void states() {
        const Bytes trained(m_budget.trainable.count());
        m_whole = {base(), gradients(), trained * m_widths.master + moments()};
        ModelStates mine = sharded(m_whole, m_budget.zero, m_plan.gpus);
        if (m_plan.offload != Offload::none) {
            m_budget.host += (mine.optimizer + mine.gradients) * m_plan.gpus;
            mine.optimizer = {};
            mine.gradients = {};
        }
        if (m_plan.offload == Offload::parameters) {
            m_budget.host += mine.weights * m_plan.gpus;
            mine.weights = {};
        }
        set(Name::weights, mine.weights, state_formula(Message::formula_train_weights, m_whole.weights));
        set(Name::gradients, mine.gradients, state_formula(Message::formula_train_gradients, m_whole.gradients));
        set(Name::optimizer, mine.optimizer, state_formula(Message::formula_train_optimizer, m_whole.optimizer));
    }

    void deepspeed_estimate() {
        if (m_plan.trainer != Trainer::deepspeed || !full() || m_budget.zero < 2) { return; }
        if (m_budget.zero == 2) {
            m_budget.deepspeed = deepspeed_zero2(m_parameters, m_plan.gpus, m_plan.offload);
        } else if (m_tensors) {
            const Params largest(largest_matrix(*m_tensors));
            m_budget.deepspeed = deepspeed_zero3(m_parameters, largest, m_plan.gpus, m_plan.offload);
        }
    }

    void adapters() {
        Bytes bytes;
        if (!full()) { bytes = Bytes(m_budget.trainable.count()) * m_widths.weights; }
        if (m_budget.zero >= 3) { bytes = bytes * Ratio{1, m_plan.gpus}; }
        set(Name::adapters, bytes,
            {full() ? Message::formula_train_no_adapters : Message::formula_train_adapters,
             {{"parameters", m_budget.trainable}, {"rank", m_plan.rank}}});
    }

    void activations() {
        if (m_deployment.activations) {
            at(Name::activations) = {m_deployment.activations, Basis::given, {Message::formula_given}};
        } else if (m_tensors) {
            m_budget.megatron = megatron_bytes(m_model.architecture, m_plan);
            set(Name::activations, activation_bytes(m_model.architecture, m_plan),
                {Message::formula_train_activations,
                 {{"tokens", Tokens(micro_batch_tokens(m_plan))},
                  {"layers", std::uint64_t{m_model.architecture.dims.layers}}}});
        } else if (m_model.unknown_architecture.empty()) {
            set(Name::activations, k_rule_each_sequence * m_plan.batch,
                {Message::formula_activations_rule, {{"sequences", m_plan.batch}, {"each", k_rule_each_sequence}}});
        } else {
            at(Name::activations).formula = {Message::formula_unknown, {{"reason", m_model.unknown_architecture}}};
        }
    }

    void logits() {
        if (m_tensors) {
            set(Name::logits, logit_bytes(m_model.architecture, m_plan),
                {Message::formula_train_logits,
                 {{"tokens", Tokens(micro_batch_tokens(m_plan))},
                  {"vocabulary", std::uint64_t{m_model.architecture.dims.vocab_size}},
                  {"bytes", bytes_per_logit(m_plan)}}});
        } else {
            set(Name::logits, {}, {Message::formula_train_no_logits});
        }
    }

    void overhead() {
        if (m_deployment.overhead) {
            at(Name::overhead) = {m_deployment.overhead, Basis::given, {Message::formula_given}};
            m_outside = *m_deployment.overhead;
            return;
        }
        if (!m_tensors) {
            m_outside = k_rule_overhead;
            set(Name::overhead, k_rule_overhead,
                {Message::formula_overhead_rule, {{"devices", std::uint64_t{1}}, {"each", k_rule_overhead}}});
            return;
        }
        const Bytes buffers = step_buffers(*m_tensors, m_model.architecture, m_plan, m_whole.weights);
        const Bytes moving = *at(Name::activations).bytes + *at(Name::logits).bytes + buffers;
        const Bytes fragments = moving * Ratio{m_profile.fragmentation_permille, 1000};
        const Bytes context = m_profile.context + links(m_plan.gpus);
        m_outside = context + fragments;
        set(Name::overhead, m_outside + buffers,
            {Message::formula_train_overhead, {{"context", context}, {"fragments", fragments}, {"buffers", buffers}}});
    }

    void total() {
        Bytes sum;
        Name dominant = Name::weights;
        for (const auto name : k_training_terms) {
            const auto& bytes = at(name).bytes;
            if (!bytes) { return; }
            sum += *bytes;
            if (*bytes > *at(dominant).bytes) { dominant = name; }
        }
        constexpr std::uint64_t k_whole = 1000;
        const auto margin = [&](std::uint32_t permille) { return sum * Ratio{k_whole + permille, k_whole}; };
        m_budget.per_device = sum;
        m_budget.allocated = sum - m_outside;
        m_budget.total = sum * m_plan.gpus;
        m_budget.required_low = margin(m_deployment.margin.low_permille);
        m_budget.required_high = margin(m_deployment.margin.high_permille);
        m_budget.dominant = dominant;
    }

    const Model& m_model;
    const Deployment& m_deployment;
    const TrainingPlan& m_plan;
    const TrainerProfile& m_profile;
    StateWidths m_widths;
    std::optional<TensorInventory> m_tensors;
    Params m_parameters;
    ModelStates m_whole;
    Bytes m_outside;  ///< of the overhead: what max_memory_allocated does not count
    TrainingBudget m_budget;
};

}  // namespace

TrainingBudget training_budget(const Model& model, const Deployment& deployment, const TrainingPlan& plan) {
    return Accountant(model, deployment, plan).close();
}

}  // namespace sizer
