#pragma once

#include <sizer/model.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

/// Adds tensors up by class and storage type. Throws Overflow.
class TensorSums {
public:
    void add(TensorClass cls, std::string_view type, std::uint64_t elements, std::uint64_t bytes);

    /// in the order of the classes, then of the types' names.
    [[nodiscard]] std::vector<TensorSum> sums() const;

    /// the type that holds the most bytes, norms and biases aside; empty when there is no tensor.
    [[nodiscard]] std::string dominant_type() const;

private:
    std::map<std::pair<TensorClass, std::string>, TensorSum> m_sums;
};

/// elements of all but the MTP tensors.
[[nodiscard]] Params counted_parameters(const std::vector<TensorSum>& sums);

}  // namespace sizer
