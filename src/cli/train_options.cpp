#include "cli/train_options.hpp"

#include <array>

namespace sizer {

std::span<const TrainFlag> train_flags() {
    static constexpr std::array k_flags = {
        TrainFlag{"--method", "METHOD", "full, lora or qlora (default full)"},
        TrainFlag{"--seq", "TOKENS", "tokens of a training sequence (default 2048)"},
        TrainFlag{"--rank", "N", "rank of the adapters, or of GaLore's projection (default 16)"},
        TrainFlag{"--targets", "LIST", "attention, all-linear, or of q,k,v,o,gate,up,down,head (default q,v)"},
        TrainFlag{"--dora", "on|off", "adapters with a magnitude for each output (default off)"},
        TrainFlag{"--optimizer", "NAME",
                  "adamw, adamw-8bit, paged-adamw, adafactor, sgd, lion, muon, galore, lomo ..."},
        TrainFlag{"--precision", "NAME", "bf16, mixed-bf16, mixed-fp16 or fp32 (default mixed-bf16)"},
        TrainFlag{"--quant", "NAME", "of a frozen base: nf4, nf4-dq, int8 or none (qlora: nf4)"},
        TrainFlag{"--checkpointing", "MODE", "on, off or selective (default on)"},
        TrainFlag{"--flash-attention", "on|off", "a fused attention kernel, which keeps no scores (default on)"},
        TrainFlag{"--loss", "KIND", "full, chunked or fused (default: the trainer's)"},
        TrainFlag{"--accumulate", "N", "micro-batches for each step (default 1)"},
        TrainFlag{"--gpus", "N", "data-parallel devices (default 1)"},
        TrainFlag{"--zero", "0|1|2|3", "what they share: optimizer, gradients, weights (default 3 on several)"},
        TrainFlag{"--offload", "WHAT", "none, optimizer or parameters, to the host's memory (default none)"},
        TrainFlag{"--trainer", "NAME", "generic, hf, litgpt, torchtune, torchtitan, deepspeed, fsdp or unsloth"},
        TrainFlag{"--tokens", "N", "tokens to train on in all: 15T; adds the compute"},
    };
    return k_flags;
}

TrainOptions empty_train_options() {
    TrainOptions options;
    for (const auto& flag : train_flags()) { options[flag.name] = std::nullopt; }
    return options;
}

}  // namespace sizer
