#pragma once

#include <sizer/deployment.hpp>
#include <sizer/error.hpp>
#include <sizer/quantity.hpp>

#include <cstdint>
#include <string_view>

namespace sizer {

/// Numbers beyond these are taken for mistakes, not for models or machines.
inline constexpr std::uint64_t k_most_parameters = 10'000'000'000'000'000;  // 1e16
inline constexpr std::uint64_t k_most_tokens = 1'000'000'000'000;  // 1e12: a million sessions of a million tokens
inline constexpr std::uint64_t k_most_sequences = 1'000'000'000;
inline constexpr std::uint64_t k_most_layers = 10'000;
inline constexpr std::uint64_t k_most_width = 100'000'000;
inline constexpr std::uint64_t k_most_bytes = 9'007'199'254'740'992;  // 2^53: exact in every JSON reader

/// a positive whole count: "8192", "70e9", "70B", "7.5B", "400M", "135K" (K, M, B or G, T are decimal); throws
/// InputError at `where` for anything else and beyond `most`.
[[nodiscard]] std::uint64_t parse_count(std::string_view text, const Place& where,
                                        std::uint64_t most = k_most_parameters);

/// tokens: "8192", "8k", "128K", "1M" (k and M are 1,024 and 1,024 squared, as in "a 128k model"); throws InputError.
[[nodiscard]] Tokens parse_tokens(std::string_view text, const Place& where);

/// bytes with a unit: "4GB" (1e9), "4GiB" (2^30), "500 MB", "0B"; throws InputError. A bare number is refused: nobody
/// knows what it meant.
[[nodiscard]] Bytes parse_size(std::string_view text, const Place& where);

/// a margin in per cent: "15-20", "20", "12.5-20%"; throws InputError when not ascending or above 1,000 %.
[[nodiscard]] Margin parse_margin(std::string_view text, const Place& where);

}  // namespace sizer
