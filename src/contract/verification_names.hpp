#pragma once

#include <sizer/verification.hpp>

#include <string>
#include <string_view>

namespace sizer {

/// the term's name in the contract: "host_kv_cache".
[[nodiscard]] std::string_view log_term_key(LogTerm term);

/// what its numbers count: "bytes", "tokens" or "requests".
[[nodiscard]] std::string_view log_term_unit(LogTerm term);

/// the number in its own unit.
[[nodiscard]] Operand log_term_operand(LogTerm term, std::uint64_t value);

/// "-2.3": tenths of a per cent with their sign.
[[nodiscard]] std::string signed_percent(std::int64_t permille);

/// "5", "2.5"
[[nodiscard]] std::string percent_text(std::uint32_t permille);

/// the names of the terms that `wanted` takes, with commas between them.
template <class Wanted>
[[nodiscard]] std::string term_names(const Verification& verification, Wanted&& wanted) {
    std::string names;
    for (const auto& term : verification.terms) {
        if (wanted(term)) { names += (names.empty() ? "" : ", ") + std::string(log_term_key(term.term)); }
    }
    return names;
}

}  // namespace sizer
