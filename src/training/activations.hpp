#pragma once

#include <sizer/architecture.hpp>
#include <sizer/training.hpp>

#include <cstdint>

namespace sizer {

/// What one layer leaves for its backward pass, in bytes for each token.
struct LayerActivations {
    std::uint64_t boundary = 0;   ///< its input: all that full checkpointing keeps
    std::uint64_t selective = 0;  ///< kept by selective checkpointing: what is dear to recompute
    std::uint64_t whole = 0;      ///< without checkpointing
};

/// the activations of layer `index`, counted operation by operation in 16 bits with norms in fp32. Attention that is
/// not a fused kernel keeps its scores: 2 + 4 + 2 + 2 bytes for each head and pair of tokens.
/// Sources: Korthikanti et al. 2022 (arXiv:2205.05198) section 4 for the method; transformers modeling_llama.py and
/// litgpt model.py for the operations; LOMO (arXiv:2306.09782) table 1 for the scores.
[[nodiscard]] LayerActivations layer_activations(const Architecture& architecture, std::uint32_t index,
                                                 const TrainingPlan& plan);

/// bytes that one device keeps for a micro-batch of the plan: every layer's share, and with checkpointing one layer
/// recomputed. Throws Overflow.
[[nodiscard]] Bytes activation_bytes(const Architecture& architecture, const TrainingPlan& plan);

/// tokens of one micro-batch; throws Overflow.
[[nodiscard]] std::uint64_t micro_batch_tokens(const TrainingPlan& plan);

/// A transformer layer as Megatron counts it: s tokens, micro-batch b, width h, a heads, t tensor-parallel ranks.
struct MegatronLayer {
    std::uint64_t s = 0;
    std::uint64_t b = 0;
    std::uint64_t h = 0;
    std::uint64_t a = 0;
    std::uint64_t t = 1;
    bool sequence_parallel = false;
};

/// bytes of one layer: s b h (10 + 24/t + 5 a s / (h t)); with sequence parallelism s b h / t (34 + 5 a s / h);
/// selective recomputation drops the scores; full recomputation keeps 2 s b h. Source: Korthikanti et al. 2022
/// (arXiv:2205.05198) table 2.
[[nodiscard]] Bytes megatron_layer_bytes(const MegatronLayer& layer, Checkpointing checkpointing);

/// the formula for every layer of a model on one device; a fused attention kernel keeps no scores either.
[[nodiscard]] Bytes megatron_bytes(const Architecture& architecture, const TrainingPlan& plan);

}  // namespace sizer
