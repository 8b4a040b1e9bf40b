#pragma once

#include <iosfwd>
#include <string>

namespace sizer {

/// the content of the file at `path`, of `in` when it is "-"; at most a byte more than a JSON file may have, so that a
/// device without an end is refused, not read. Throws InputError.
[[nodiscard]] std::string read_text(const std::string& path, std::istream& in);

}  // namespace sizer
