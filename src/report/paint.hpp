#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sizer {

enum class Paint : std::uint8_t { bold, dim, red, yellow, green, cyan };

/// `text` in that colour, or as it is when colour is off. Meaning never rests on colour alone.
[[nodiscard]] std::string painted(std::string_view text, Paint paint, bool colour);

/// columns that UTF-8 `text` takes (one for each code point; no wide characters are printed).
[[nodiscard]] std::size_t columns(std::string_view text);

/// `text` filled with spaces to `width` columns; longer text stays whole.
[[nodiscard]] std::string padded(std::string text, std::size_t width);
[[nodiscard]] std::string right_aligned(const std::string& text, std::size_t width);

/// `text` broken at spaces so that no line passes `width`, later lines indented by `indent` spaces.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// a bar of `permille` of `width` columns in eighths of a block, or '#' in ASCII; anything above nothing shows.
[[nodiscard]] std::string bar(std::uint64_t permille, std::size_t width, bool unicode);

}  // namespace sizer
