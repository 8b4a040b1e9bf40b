#include "memory/terms.hpp"

namespace sizer {

const Term& term(const Budget& budget, TermName name) {
    switch (name) {
    case TermName::weights: return budget.weights;
    case TermName::kv_cache: return budget.kv_cache;
    case TermName::activations: return budget.activations;
    case TermName::overhead: break;
    }
    return budget.overhead;
}

std::string_view term_key(TermName name) {
    switch (name) {
    case TermName::weights: return "weights";
    case TermName::kv_cache: return "kv_cache";
    case TermName::activations: return "activations";
    case TermName::overhead: break;
    }
    return "overhead";
}

Bytes with_margin(Bytes total, std::uint32_t permille) {
    constexpr std::uint64_t k_whole = 1000;
    return total * Ratio{k_whole + permille, k_whole};
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
