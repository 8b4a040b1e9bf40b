#include "model/inventory/tensor_list.hpp"

#include <algorithm>
#include <utility>

namespace sizer {

void TensorList::enter_block(std::uint32_t layer) {
    m_layer = static_cast<std::int32_t>(layer);
    m_prefix = "blk." + std::to_string(layer) + ".";
}

void TensorList::enter_vision_block(std::uint32_t layer) {
    m_layer = static_cast<std::int32_t>(layer);
    m_prefix = "v.blk." + std::to_string(layer) + ".";
}

void TensorList::leave_block() {
    m_layer = -1;
    m_prefix.clear();
}

void TensorList::matrix(TensorClass cls, std::string_view stem, std::uint64_t in, std::uint64_t out) {
    stack(cls, stem, in, out, 1);
}

void TensorList::stack(TensorClass cls, std::string_view stem, std::uint64_t in, std::uint64_t out,
                       std::uint64_t count) {
    add(cls, m_prefix + std::string(stem) + ".weight", {in, out, count, 1});
}

void TensorList::bias(std::string_view stem, std::uint64_t length, std::uint64_t rows) {
    add(TensorClass::norm, m_prefix + std::string(stem) + ".bias", {length, rows, 1, 1});
}

void TensorList::bare(std::string_view stem, std::uint64_t length, std::uint64_t rows) {
    add(TensorClass::norm, m_prefix + std::string(stem), {length, rows, 1, 1});
}

void TensorList::add(TensorClass cls, std::string name, std::array<std::uint64_t, 4> ne) {
    if (std::find(ne.begin(), ne.end(), 0) != ne.end()) { return; }  // an absent dimension: no such tensor
    m_tensors.push_back({.name = std::move(name), .cls = m_override.value_or(cls), .layer = m_layer, .ne = ne});
}

}  // namespace sizer
