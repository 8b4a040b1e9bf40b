#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>

namespace sizer {

std::uint32_t HfSource::width(std::initializer_list<std::string_view> keys, std::uint32_t absent) const {
    for (const auto key : keys) {
        if (text.has(key)) { return static_cast<std::uint32_t>(text.whole(key, k_most_width).value_or(absent)); }
    }
    return absent;
}

bool HfSource::flag(std::string_view key, bool absent) const {
    return text.has(key) ? text.flag(key).value_or(absent) : absent;
}

std::uint32_t HfSource::width_or_list(std::initializer_list<std::string_view> keys) const {
    for (const auto key : keys) {
        if (!text.is_array(key)) { continue; }
        const auto list = text.wholes(key, k_most_width);
        return list.empty() ? 0 : static_cast<std::uint32_t>(std::ranges::max(list));
    }
    return width(keys);
}

}  // namespace sizer
