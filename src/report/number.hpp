#pragma once

#include <sizer/quantity.hpp>
#include <sizer/statement.hpp>

#include <cstdint>
#include <string>

namespace sizer {

enum class Units : std::uint8_t {
    gb,  ///< kB, MB, GB: powers of 1,000
    gib  ///< KiB, MiB, GiB: powers of 1,024
};

/// "327,680"
[[nodiscard]] std::string grouped(std::uint64_t count);

/// "131.8 GB", "122.7 GiB", "524.3 MB", "960 B": one decimal, rounded to nearest in integers, so that every platform
/// writes the same.
[[nodiscard]] std::string short_bytes(Bytes bytes, Units units);

/// "70B", "8.03B", "494M": decimal, at most three digits after the point dropped of trailing zeros.
[[nodiscard]] std::string short_params(Params params);

/// "65.2"
[[nodiscard]] std::string decimal(PerMille share);

/// "2.2", "0.57", "6.5625": exact when that needs at most four decimals, else rounded to four.
[[nodiscard]] std::string decimal(Ratio ratio);

}  // namespace sizer
