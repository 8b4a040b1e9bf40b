#include "model/inventory/naming.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

// Source: llama.cpp src/llama-arch.cpp (LLM_TENSOR_NAMES), src/llama-model.cpp (load_tensors) and
// gguf-py/gguf/tensor_mapping.py.
constexpr std::array k_names = {
    Naming{.architecture = "phi3", .fused_qkv = true, .fused_gate_up = true},
    Naming{.architecture = "chatglm", .fused_qkv = true, .fused_gate_up = true},
    Naming{.architecture = "glm4", .fused_gate_up = true},
    Naming{.architecture = "falcon", .second_norm = "attn_norm_2", .fused_qkv = true},
    Naming{.architecture = "phi2", .fused_qkv = true},
    Naming{.architecture = "gpt2", .fused_qkv = true},
    Naming{.architecture = "gptneox", .fused_qkv = true},
    Naming{.architecture = "bloom", .fused_qkv = true},
    Naming{.architecture = "mpt", .fused_qkv = true},
    Naming{.architecture = "qwen", .fused_qkv = true},
    Naming{.architecture = "dbrx", .fused_qkv = true},
    Naming{.architecture = "bert", .first_norm = "attn_output_norm", .second_norm = "layer_output_norm"},
    Naming{.architecture = "nomic-bert",
           .first_norm = "attn_output_norm",
           .second_norm = "layer_output_norm",
           .fused_qkv = true},
    Naming{.architecture = "jina-bert-v2", .first_norm = "attn_output_norm", .second_norm = "layer_output_norm"},
    Naming{.architecture = "olmo2", .first_norm = "post_attention_norm", .second_norm = "post_ffw_norm"},
    Naming{.architecture = "exaone4", .first_norm = "post_attention_norm", .second_norm = "post_ffw_norm"},
    Naming{.architecture = "glm4moe", .second_norm = "post_attention_norm"},
    Naming{.architecture = "seed_oss", .second_norm = "post_attention_norm"},
    Naming{.architecture = "gpt-oss", .second_norm = "post_attention_norm", .router_bias = "ffn_gate_inp"},
    Naming{.architecture = "qwen3next", .second_norm = "post_attention_norm"},
    Naming{.architecture = "qwen35", .second_norm = "post_attention_norm"},
    Naming{.architecture = "qwen35moe", .second_norm = "post_attention_norm"},
    Naming{.architecture = "lfm2", .final_norm = "token_embd_norm"},
    Naming{.architecture = "lfm2moe", .final_norm = "token_embd_norm"},
};

constexpr Naming k_common = {};

}  // namespace

const Naming& naming_of(std::string_view architecture) {
    const auto found = std::find_if(k_names.begin(), k_names.end(),
                                    [&](const Naming& names) { return names.architecture == architecture; });
    return found == k_names.end() ? k_common : *found;
}

}  // namespace sizer
