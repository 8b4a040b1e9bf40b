#pragma once

#include "spec/size_text.hpp"

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace sizer {

/// the most that the field of that name may be. What counts layers is held tightest: a tensor list has entries for
/// each.
template <class Member>
[[nodiscard]] constexpr std::uint64_t most_of_field(std::string_view name) {
    if (name == "layers" || name == "global_layers" || name == "deepstack") { return k_most_layers; }
    return std::is_same_v<Member, std::uint64_t> ? k_most_tokens : k_most_width;
}

}  // namespace sizer
