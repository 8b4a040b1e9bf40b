#pragma once

#include <string>
#include <string_view>

namespace sizer {

/// `text` as it may be shown: valid UTF-8 (U+FFFD for what is not), no control characters, at most `most` bytes. What a
/// file holds is data of a stranger; it must neither break JSON nor drive a terminal.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace sizer
