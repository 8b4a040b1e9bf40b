#include "contract/tensor_class_name.hpp"

#include <array>

namespace sizer {

std::string_view tensor_class_name(TensorClass cls) {
    constexpr auto k_names = std::to_array<std::string_view>(
        {"token_embedding", "output", "attention_q", "attention_k", "attention_v", "attention_qkv", "attention_output",
         "attention_other", "ffn_up", "ffn_gate",    "ffn_down",    "expert_up",   "expert_gate",   "expert_down",
         "router",          "ssm",    "norm",        "vision",      "mtp",         "other"});
    return k_names.at(static_cast<std::size_t>(cls));
}

std::string_view kv_kind_name(KvKind kind) {
    constexpr auto k_names = std::to_array<std::string_view>({"full", "window", "chunk", "state", "image", "index"});
    return k_names.at(static_cast<std::size_t>(kind));
}

}  // namespace sizer
