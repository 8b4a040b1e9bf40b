#include "memory/terms.hpp"

namespace sizer {
namespace {

constexpr std::uint64_t k_whole = 1000;  // margins are in tenths of a per cent

Bytes with_margin(Bytes total, std::uint32_t permille) { return total * Ratio{k_whole + permille, k_whole}; }

}  // namespace

const Term& term(const Budget& budget, TermName name) {
    switch (name) {
    case TermName::weights: return budget.weights;
    case TermName::kv_cache: return budget.kv_cache;
    case TermName::activations: return budget.activations;
    case TermName::overhead: break;
    }
    return budget.overhead;
}

void close(Budget& budget, const Margin& margin) {
    Bytes total;
    TermName dominant = TermName::weights;
    for (const auto name : k_terms) {
        const auto& bytes = term(budget, name).bytes;
        if (!bytes) { return; }
        total += *bytes;
        if (*bytes > *term(budget, dominant).bytes) { dominant = name; }
    }
    budget.total = total;
    budget.required_low = with_margin(total, margin.low_permille);
    budget.required_high = with_margin(total, margin.high_permille);
    budget.dominant = dominant;
}

}  // namespace sizer
