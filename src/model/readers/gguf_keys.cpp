#include "model/readers/gguf_keys.hpp"

#include "spec/size_text.hpp"

namespace sizer {

bool GgufKeys::has(std::string_view key) const { return m_metadata.find(full(key)) != nullptr; }

std::uint32_t GgufKeys::width(std::string_view key) const { return width(key, 0); }

std::uint32_t GgufKeys::width(std::string_view key, std::uint32_t otherwise) const {
    return static_cast<std::uint32_t>(m_metadata.integer(full(key), k_most_width).value_or(otherwise));
}

std::uint32_t GgufKeys::layers(std::string_view key) const {
    return static_cast<std::uint32_t>(m_metadata.integer(full(key), k_most_layers).value_or(0));
}

std::uint64_t GgufKeys::tokens(std::string_view key) const {
    return m_metadata.integer(full(key), k_most_tokens).value_or(0);
}

bool GgufKeys::flag(std::string_view key, bool otherwise) const {
    return m_metadata.boolean(full(key)).value_or(otherwise);
}

bool GgufKeys::is_array(std::string_view key) const {
    const auto* const entry = m_metadata.find(full(key));
    return entry != nullptr && entry->is_array;
}

std::vector<std::uint32_t> GgufKeys::per_layer(std::string_view key, std::uint32_t layers) const {
    const auto name = full(key);
    auto values = m_metadata.integers(name, k_most_width);
    if (values.empty()) { return {}; }
    if (!is_array(key)) { values.assign(layers, values.front()); }
    if (values.size() < layers) { m_metadata.refuse(*m_metadata.find(name)); }
    return {values.begin(), values.begin() + layers};
}

}  // namespace sizer
