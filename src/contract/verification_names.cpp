#include "contract/verification_names.hpp"

#include <array>

namespace sizer {
namespace {

constexpr std::uint64_t k_tenths = 10;
constexpr std::uint64_t k_hundredths = 100;

}  // namespace

std::string_view log_term_key(LogTerm term) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(LogTerm::count_)> k_names = {
        "weights",       "kv_cache",    "compute",   "output",      "host_weights", "host_kv_cache", "host_compute",
        "host_repacked", "activations", "non_torch", "cuda_graphs", "available_kv", "kv_tokens",     "max_concurrency"};
    return k_names.at(static_cast<std::size_t>(term));
}

std::string_view log_term_unit(LogTerm term) {
    if (term == LogTerm::kv_tokens) { return "tokens"; }
    return term == LogTerm::max_concurrency ? "requests" : "bytes";
}

Operand log_term_operand(LogTerm term, std::uint64_t value) {
    if (term == LogTerm::kv_tokens) { return Tokens(value); }
    if (term == LogTerm::max_concurrency) { return Ratio{value, k_hundredths}; }
    return Bytes(value);
}

std::string signed_percent(std::int64_t permille) {
    const auto size = static_cast<std::uint64_t>(permille < 0 ? -permille : permille);
    const char* sign = permille < 0 ? "-" : permille > 0 ? "+" : "";
    return sign + std::to_string(size / k_tenths) + "." + std::to_string(size % k_tenths);
}

std::string percent_text(std::uint32_t permille) {
    const auto rest = permille % k_tenths;
    return std::to_string(permille / k_tenths) + (rest == 0 ? "" : "." + std::to_string(rest));
}

}  // namespace sizer
