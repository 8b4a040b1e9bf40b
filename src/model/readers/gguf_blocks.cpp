#include "model/readers/gguf_blocks.hpp"

#include "spec/size_text.hpp"

#include <algorithm>

namespace sizer {

GgufBlocks::GgufBlocks(const GgufFile& file, std::uint32_t layers) {
    add(file.header, layers);
    for (const auto& part : file.other_parts) { add(part, layers); }
    for (auto& [part, list] : m_layers) { std::ranges::sort(list); }
}

void GgufBlocks::add(const GgufHeader& header, std::uint32_t layers) {
    for (const auto& tensor : header.tensors) {
        const auto [layer, part] = gguf_tensor_name(tensor.name);
        if (layer >= 0 && static_cast<std::uint32_t>(layer) >= layers) {
            m_mtp_parts.insert(part);
            continue;
        }
        m_first.try_emplace(part, &tensor);
        if (layer >= 0) { m_layers[part].push_back(static_cast<std::uint32_t>(layer)); }
    }
}

const GgufTensor* GgufBlocks::find(std::string_view part) const {
    const auto found = m_first.find(part);
    return found == m_first.end() ? nullptr : found->second;
}

std::uint32_t GgufBlocks::dimension(std::string_view part, std::size_t axis) const {
    const GgufTensor* const tensor = find(part);
    return tensor == nullptr ? 0 : static_cast<std::uint32_t>(std::min(tensor->ne[axis], k_most_width));
}

bool GgufBlocks::layer_has(std::uint32_t layer, std::string_view part) const {
    const auto found = m_layers.find(part);
    return found != m_layers.end() && std::ranges::binary_search(found->second, layer);
}

std::vector<std::uint32_t> GgufBlocks::layers_with(std::string_view part) const {
    const auto found = m_layers.find(part);
    return found == m_layers.end() ? std::vector<std::uint32_t>{} : found->second;
}

}  // namespace sizer
