#pragma once

#include <string>
#include <string_view>

namespace sizer {

/// what must hold of a text before a JSON parser sees it: not empty, not too large, UTF-8, not nested too deeply. Throws
/// InputError with the byte offset.
void check_json_text(std::string_view text, const std::string& file);

/// whether Python's NaN, Infinity or -Infinity stand in `text`, perhaps in a string.
[[nodiscard]] bool may_hold_python_numbers(std::string_view text);

/// `text` with those numbers, outside strings, written as `{}`; every other byte keeps its offset.
[[nodiscard]] std::string without_python_numbers(std::string_view text);

}  // namespace sizer
