#pragma once

#include <string_view>

namespace sizer {

/// How llama.cpp names and fuses the tensors of a block; what differs between architectures of one design.
struct Naming {
    std::string_view architecture;
    std::string_view first_norm = "attn_norm";  ///< of the two norms that a block has by default
    std::string_view second_norm = "ffn_norm";
    bool fused_qkv = false;      ///< one attn_qkv
    bool fused_gate_up = false;  ///< ffn_up holds gate and up
    std::string_view final_norm = "output_norm";
    std::string_view router_bias = "exp_probs_b";
};

/// the names of that architecture; the common ones where it is not listed.
[[nodiscard]] const Naming& naming_of(std::string_view architecture);

}  // namespace sizer
