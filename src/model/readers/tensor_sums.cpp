#include "model/readers/tensor_sums.hpp"

namespace sizer {

void TensorSums::add(TensorClass cls, std::string_view type, std::uint64_t elements, std::uint64_t bytes) {
    TensorSum& sum = m_sums[{cls, std::string(type)}];
    sum.cls = cls;
    ++sum.tensors;
    sum.elements = checked_add(sum.elements, elements);
    sum.bytes += Bytes(bytes);
}

std::vector<TensorSum> TensorSums::sums() const {
    std::vector<TensorSum> list;
    list.reserve(m_sums.size());
    for (const auto& [key, sum] : m_sums) {
        list.push_back(sum);
        list.back().type = key.second;
    }
    return list;
}

std::string TensorSums::dominant_type() const {
    std::map<std::string_view, Bytes> by_type;
    for (const auto& [key, sum] : m_sums) {
        if (key.first != TensorClass::norm) { by_type[key.second] += sum.bytes; }
    }
    std::string_view largest;
    for (const auto& [type, bytes] : by_type) {
        if (largest.empty() || bytes > by_type[largest]) { largest = type; }
    }
    return std::string(largest);
}

Params counted_parameters(const std::vector<TensorSum>& sums) {
    Params count;
    for (const auto& sum : sums) {
        if (sum.cls != TensorClass::mtp) { count += Params(sum.elements); }
    }
    return count;
}

}  // namespace sizer
