#pragma once

#include <sizer/model.hpp>
#include <sizer/training.hpp>

namespace sizer {

/// Bytes that training keeps for each trained parameter.
struct StateWidths {
    Ratio weights;
    Ratio gradients;
    Ratio master;   ///< the fp32 copy that a mixed-precision optimizer updates
    Ratio moments;  ///< what the optimizer remembers, where it is the same for every parameter
};

/// the convention of an optimizer and a precision: mixed-precision Adam is 2 + 2 + 4 + 8 = 16 bytes.
/// Sources: ZeRO (arXiv:1910.02054) section 3.1 for mixed precision; torchtune docs/source/tutorials/
/// memory_optimizations.rst for pure bf16; bitsandbytes functional.py (blocks of 256, an fp32 scale each) for 8 bits;
/// Hugging Face "Efficient training on a single GPU" for Adafactor's 4 bytes; EleutherAI cookbook
/// calc_transformer_mem.py for SGD, Lion and Muon; LOMO (arXiv:2306.09782) table 1, which has neither moments nor
/// master.
[[nodiscard]] StateWidths state_widths(Optimizer optimizer, TrainingPrecision precision);

/// bytes of what the optimizer remembers of `tensors`, master copy apart: tensor by tensor where it differs by shape
/// (Muon: Adam for all but the blocks' matrices; GaLore: m r + 2 n r elements of an m x n matrix, arXiv:2403.03507
/// table 1; 8 bits: tensors under 4,096 elements stay at 32 bits).
[[nodiscard]] Bytes moment_bytes(const TensorInventory& tensors, const TrainingPlan& plan);

/// LOMO and its like use a gradient as soon as it is there: the largest tensor's is the most that is held.
[[nodiscard]] bool fuses_step(Optimizer optimizer);

/// elements of the largest single matrix; of a stack of experts, one of them.
[[nodiscard]] std::uint64_t largest_matrix(const TensorInventory& tensors);

}  // namespace sizer
