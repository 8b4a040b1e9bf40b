#pragma once

#include "model/readers/gguf.hpp"
#include "model/readers/tensor_class.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sizer {

/// The tensors of a model's main blocks (not the MTP ones) and outside them, looked up by the part of the name behind
/// "blk.N.": shapes tell what keys leave unsaid.
class GgufBlocks {
public:
    GgufBlocks(const GgufFile& file, std::uint32_t layers);

    /// the first tensor of that part, in any layer; null when there is none.
    [[nodiscard]] const GgufTensor* find(std::string_view part) const;
    [[nodiscard]] bool has(std::string_view part) const { return find(part) != nullptr; }
    [[nodiscard]] bool mtp_has(std::string_view part) const { return m_mtp_parts.contains(part); }
    [[nodiscard]] bool empty() const { return m_first.empty(); }

    /// dimension `axis` of the first tensor of that part; 0 when there is none.
    [[nodiscard]] std::uint32_t dimension(std::string_view part, std::size_t axis) const;

    /// whether `layer` has a tensor of that part.
    [[nodiscard]] bool layer_has(std::uint32_t layer, std::string_view part) const;

    /// the layers that have a tensor of that part, ascending.
    [[nodiscard]] std::vector<std::uint32_t> layers_with(std::string_view part) const;

private:
    void add(const GgufHeader& header, std::uint32_t layers);

    std::unordered_map<std::string_view, const GgufTensor*> m_first;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> m_layers;  ///< sorted
    std::unordered_set<std::string_view> m_mtp_parts;
};

}  // namespace sizer
