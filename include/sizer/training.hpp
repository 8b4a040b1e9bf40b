#pragma once

#include <sizer/assessment.hpp>
#include <sizer/deployment.hpp>
#include <sizer/model.hpp>
#include <sizer/plan.hpp>
#include <sizer/statement.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace sizer {

enum class TuningMethod : std::uint8_t { full, lora, qlora };

enum class Optimizer : std::uint8_t {
    adamw,
    adamw_bf16,
    adamw_8bit,
    paged_adamw,
    paged_adamw_8bit,
    adafactor,
    sgd,
    lion,
    muon,
    galore,
    lomo
};

enum class TrainingPrecision : std::uint8_t { bf16, mixed_bf16, mixed_fp16, fp32 };
enum class BaseFormat : std::uint8_t { plain, nf4, nf4_double, int8 };
enum class Checkpointing : std::uint8_t { on, off, selective };
enum class LossKind : std::uint8_t { full, chunked, fused };
enum class Offload : std::uint8_t { none, optimizer, parameters };
enum class Trainer : std::uint8_t { generic, hf, litgpt, torchtune, torchtitan, deepspeed, fsdp, unsloth };

/// The linear layers that adapters may be put on.
enum class TargetModule : std::uint8_t { q, k, v, o, gate, up, down, head };
inline constexpr std::size_t k_target_modules = 8;
using Targets = std::array<bool, k_target_modules>;  ///< by TargetModule

/// How a model is to be trained. A step's micro-batch is `batch` sequences of `sequence` tokens on each device.
struct TrainingPlan {
    TuningMethod method = TuningMethod::full;
    Tokens sequence{2048};
    std::uint64_t batch = 1;
    std::uint64_t accumulate = 1;
    std::uint64_t rank = 16;
    Targets targets = {true, false, true};  ///< q and v, as in the LoRA paper
    bool dora = false;
    Optimizer optimizer = Optimizer::adamw;
    TrainingPrecision precision = TrainingPrecision::mixed_bf16;
    BaseFormat base = BaseFormat::plain;
    Checkpointing checkpointing = Checkpointing::on;
    bool flash_attention = true;
    std::optional<LossKind> loss = {};  ///< absent: the trainer's own
    std::uint32_t gpus = 1;
    std::optional<std::uint32_t> zero = {};  ///< absent: 3 on several devices, 0 on one
    Offload offload = Offload::none;
    Trainer trainer = Trainer::generic;
    std::optional<Tokens> corpus = {};  ///< tokens to train on, where the compute is asked for
};

enum class TrainingTermName : std::uint8_t { weights, gradients, optimizer, adapters, activations, logits, overhead };
inline constexpr std::array k_training_terms = {
    TrainingTermName::weights,     TrainingTermName::gradients, TrainingTermName::optimizer, TrainingTermName::adapters,
    TrainingTermName::activations, TrainingTermName::logits,    TrainingTermName::overhead};

/// What DeepSpeed's own estimator says of the model states on one device and on one host.
struct DeepSpeedEstimate {
    Bytes device;
    Bytes host;
};

/// The closed account of one device, as the plan shards it.
struct TrainingBudget {
    std::array<Term, k_training_terms.size()> terms = {};
    std::uint32_t devices = 1;
    std::uint32_t zero = 0;                           ///< the stage that was resolved
    Params trainable = {};                            ///< of the whole model
    std::optional<Bytes> megatron = {};               ///< activations by Megatron's published formula, for comparison
    std::optional<DeepSpeedEstimate> deepspeed = {};  ///< for that trainer, from stage 2 on
    Bytes host = {};                                  ///< offloaded to the host's memory, of all devices
    std::optional<Bytes> allocated = {};  ///< without the driver's context: what max_memory_allocated reports
    std::optional<Bytes> per_device = {};
    std::optional<Bytes> total = {};  ///< of all devices
    std::optional<Bytes> required_low = {};
    std::optional<Bytes> required_high = {};
    std::optional<TrainingTermName> dominant = {};
};

[[nodiscard]] inline const Term& term(const TrainingBudget& budget, TrainingTermName name) {
    return budget.terms.at(static_cast<std::size_t>(name));
}

/// the account of one device that trains `model` as `plan` says; margin, basis and figures given by hand come from
/// `deployment`. Pure; throws Overflow, and InputError for a plan that contradicts itself.
[[nodiscard]] TrainingBudget training_budget(const Model& model, const Deployment& deployment,
                                             const TrainingPlan& plan);

/// One machine's verdict, with the account of one of its devices.
struct TrainingFit {
    Fit fit;
    TrainingBudget device;
};

/// What training from scratch costs in arithmetic. Sources: Kaplan et al. 2020 (arXiv:2001.08361) for 6 N D, Hoffmann
/// et al. 2022 (arXiv:2203.15556) for 20 tokens a parameter.
struct TrainingCompute {
    Params computed = {};        ///< parameters that a token passes: active ones
    Tokens tokens = {};          ///< to train on
    Tokens optimal_tokens = {};  ///< 20 for each parameter
    double flop = 0;             ///< 6 N D
};

[[nodiscard]] TrainingCompute training_compute(const Model& model, Tokens corpus);

/// Everything that a contract or a table says of one training request, still without words.
struct TrainingAssessment {
    Model model;
    Deployment deployment;
    TrainingPlan plan;
    TrainingBudget budget;
    std::optional<TrainingCompute> compute = {};
    std::vector<TrainingFit> fits = {};
    std::vector<Decision> decisions = {};
    std::vector<Statement> evidence = {};
    std::vector<Statement> limitations = {};
};

/// the whole answer for one training request. Pure.
[[nodiscard]] TrainingAssessment assess_training(const Model& model, const Deployment& deployment,
                                                 const TrainingPlan& plan, const Catalogue& catalogue);

}  // namespace sizer
