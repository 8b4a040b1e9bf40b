#pragma once

#include "model/readers/gguf_metadata.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// The keys of one architecture ("qwen3.attention.head_count"), as dimensions: bounded, 0 when absent. What is beyond
/// the bounds of a model throws InputError.
class GgufKeys {
public:
    GgufKeys(const GgufMetadata& metadata, std::string architecture)
        : m_metadata(metadata), m_prefix(std::move(architecture) + '.') {}

    [[nodiscard]] bool has(std::string_view key) const;

    /// a width or a count.
    [[nodiscard]] std::uint32_t width(std::string_view key) const;
    [[nodiscard]] std::uint32_t width(std::string_view key, std::uint32_t otherwise) const;

    /// a number of layers.
    [[nodiscard]] std::uint32_t layers(std::string_view key) const;

    [[nodiscard]] std::uint64_t tokens(std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key, bool otherwise) const;

    /// a width for each layer: an array gives its first `layers` elements, a scalar itself for every layer; empty when
    /// absent. An array that is too short throws InputError.
    [[nodiscard]] std::vector<std::uint32_t> per_layer(std::string_view key, std::uint32_t layers) const;

    [[nodiscard]] bool is_array(std::string_view key) const;

private:
    [[nodiscard]] std::string full(std::string_view key) const { return m_prefix + std::string(key); }

    const GgufMetadata& m_metadata;
    std::string m_prefix;
};

}  // namespace sizer
