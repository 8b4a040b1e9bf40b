#pragma once

#include "spec/json_text.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>

namespace sizer {

/// the content of the file at `path`, of `in` when it is "-"; a little more than `most` bytes at the most, so that a
/// device without an end is refused, not read. Throws InputError.
[[nodiscard]] std::string read_text(const std::string& path, std::istream& in, std::size_t most = k_most_json_bytes);

}  // namespace sizer
