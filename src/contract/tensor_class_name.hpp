#pragma once

#include <sizer/model.hpp>

#include <string_view>

namespace sizer {

/// the class' name in contracts and inspections: "ffn_down".
[[nodiscard]] std::string_view tensor_class_name(TensorClass cls);

/// the kind's name: "window".
[[nodiscard]] std::string_view kv_kind_name(KvKind kind);

}  // namespace sizer
