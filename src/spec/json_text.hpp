#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sizer {

/// What a JSON file may ask of us. The largest published config has 2.8 MB and 67,000 values.
inline constexpr std::size_t k_most_json_bytes = 16'000'000;
inline constexpr std::size_t k_most_json_depth = 64;
inline constexpr std::uint64_t k_most_json_values = 250'000;

/// the value that `text` holds, keys in the file's order; `file` is the name that errors carry. Throws InputError, with
/// a byte offset or a pointer, for what is empty, too large, too deep, not UTF-8, not JSON, or has a key twice.
/// Python's NaN and Infinity, which published configs hold, become `{}`: whoever wants a number there refuses it.
[[nodiscard]] nlohmann::ordered_json parse_json_text(std::string_view text, const std::string& file);

/// `key` as one step of a JSON pointer (RFC 6901).
[[nodiscard]] std::string pointer_step(std::string_view key);

}  // namespace sizer
