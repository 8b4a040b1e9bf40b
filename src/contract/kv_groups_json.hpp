#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include <sizer/model.hpp>

#include <nlohmann/json.hpp>

namespace sizer {

/// the groups of a cache layout as contracts and inspections show them.
[[nodiscard]] nlohmann::ordered_json kv_groups_json(const KvLayout& layout);

/// tensors summed by class and type.
[[nodiscard]] nlohmann::ordered_json tensor_sums_json(const std::vector<TensorSum>& sums);

}  // namespace sizer
