#include "training/trainers.hpp"

namespace sizer {
namespace {

/// transformers and PEFT: the logits once in 16 bits, upcast, log-softmax and both gradients (2 + 4 + 4 + 4 + 2);
/// adapters in fp32 (PEFT's autocast_adapter_dtype).
constexpr TrainerProfile k_hf = {};

/// litgpt: the loss of 128-token chunks keeps every chunk (2 logits, 2 log-softmax, 2 gradients and their sums);
/// adapters in the model's own type; K and V repeated for each query head (litgpt/model.py); bitsandbytes layers keep
/// inputs in fp32 and the head is quantised too: its measured 4-bit inference rows lie 4 bytes for each of the head's
/// weights above their weights. With FSDP, measured peaks are one whole copy of the weights above the share.
/// Source of the measurements: litgpt tutorials/resource-tables.md, config_hub/finetune/README.md.
constexpr TrainerProfile k_litgpt = {.bytes_per_logit = 10,
                                     .fp32_adapters = false,
                                     .expands_kv = true,
                                     .keeps_fused_qkv = true,
                                     .fp32_quantised_inputs = true,
                                     .quantises_head = true,
                                     .unties_head = true,
                                     .keeps_whole_copy = true};

/// torchtune: output chunked over the sequence, adapters in the model's type.
constexpr TrainerProfile k_torchtune = {.loss = LossKind::chunked, .bytes_per_logit = 14, .fp32_adapters = false};

/// torchtitan: fp32 weights sharded, bf16 in flight; the logits in bf16, fp32, log-softmax and gradient.
constexpr TrainerProfile k_torchtitan = {.bytes_per_logit = 14};

/// DeepSpeed counts 18 bytes a parameter: gradients in fp32 too. Source: docs/code-docs/source/memory.rst; LOMO table 2
/// (arXiv:2306.09782), measured on 8 devices.
constexpr TrainerProfile k_deepspeed = {.fp32_gradients = true, .gathers_root = false};

/// Answer.AI's fsdp_qlora and plain FSDP: adapters in bf16.
constexpr TrainerProfile k_fsdp = {.fp32_adapters = false};

/// Unsloth: logits never whole, activations of the blocks offloaded as they come.
constexpr TrainerProfile k_unsloth = {.loss = LossKind::fused};

}  // namespace

const TrainerProfile& trainer_profile(Trainer trainer) {
    switch (trainer) {
    case Trainer::litgpt: return k_litgpt;
    case Trainer::torchtune: return k_torchtune;
    case Trainer::torchtitan: return k_torchtitan;
    case Trainer::deepspeed: return k_deepspeed;
    case Trainer::fsdp: return k_fsdp;
    case Trainer::unsloth: return k_unsloth;
    case Trainer::generic:
    case Trainer::hf: break;
    }
    return k_hf;
}

LossKind loss_of(const TrainingPlan& plan) { return plan.loss.value_or(trainer_profile(plan.trainer).loss); }

}  // namespace sizer
