#include <sizer/training.hpp>

namespace sizer {

TrainingCompute training_compute(const Model& model, Tokens corpus) {
    constexpr double k_flop_per_parameter = 6;   // 2 forward, 4 backward
    constexpr std::uint64_t k_tokens_each = 20;  // Chinchilla, table 3
    const Params computed = model.active_parameters.count() != 0 ? model.active_parameters : model.parameters;
    const Tokens optimal(checked_mul(computed.count(), k_tokens_each));
    const Tokens tokens = corpus.count() != 0 ? corpus : optimal;
    return {.computed = computed,
            .tokens = tokens,
            .optimal_tokens = optimal,
            .flop = k_flop_per_parameter * static_cast<double>(computed.count()) * static_cast<double>(tokens.count())};
}

}  // namespace sizer
