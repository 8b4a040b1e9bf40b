#include "memory/packed_linear.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

/// Bytes that a format stores beside its packed weights.
struct Beside {
    std::string_view format;
    std::uint64_t each_output = 0;
    std::uint64_t each_input = 0;
    std::uint64_t each_matrix = 0;
    std::uint64_t each_tile = 0;  ///< of 128 x 128, those at the edges included
};

constexpr std::uint64_t k_tile = 128;

constexpr std::array k_beside = {
    // vllm-project/compressed-tensors quant_scheme.py: one scale for weights, one for inputs
    Beside{.format = "fp8_tensor", .each_matrix = 8},
    Beside{.format = "fp8", .each_matrix = 8},
    // the same, FP8_DYNAMIC: a scale for each output channel, at most F32
    Beside{.format = "fp8_channel", .each_output = 4},
    // deepseek-ai/DeepSeek-V3 README_WEIGHTS.md: weight_scale_inv, F32
    Beside{.format = "fp8_block128", .each_tile = 4},
    // bitsandbytes functional.py, Int8Params: SCB, F32 statistics of each row
    Beside{.format = "int8_bnb", .each_output = 4},
    // compressed-tensors INT8_W8A8: a BF16 scale for each output channel
    Beside{.format = "int8_w8a8", .each_output = 2},
    Beside{.format = "int8", .each_output = 2},
    // AutoGPTQ qlinear_exllama.py: g_idx, int32, stored with and without act-order
    Beside{.format = "gptq", .each_input = 4},
    // compressed-tensors NVFP4: a global scale for weights, one for inputs
    Beside{.format = "nvfp4", .each_matrix = 8},
};

const Beside& beside(std::string_view format) {
    static constexpr Beside none = {};
    const auto found =
        std::find_if(k_beside.begin(), k_beside.end(), [&](const Beside& row) { return row.format == format; });
    return found == k_beside.end() ? none : *found;
}

std::uint64_t tiles(std::uint64_t n) { return n / k_tile + (n % k_tile != 0 ? 1 : 0); }

/// MTP layers are quantised as the others are, but for what DeepSeek-V3 leaves in BF16.
bool is_packed_mtp(std::string_view name) {
    constexpr std::array<std::string_view, 6> wide = {"_norm",        "norm.weight",      "eh_proj",
                                                      "embed_tokens", "shared_head_head", "ffn_gate_inp"};
    return name.ends_with(".weight") && std::none_of(wide.begin(), wide.end(), [&](std::string_view part) {
               return name.find(part) != std::string_view::npos;
           });
}

}  // namespace

LinearShape linear_shape(const Tensor& tensor) {
    // MLA's up-projections, a matrix for each head in GGUF, are one layer over the latent: keys were transposed.
    if (tensor.name.ends_with("attn_k_b.weight")) { return {tensor.ne[1], checked_mul(tensor.ne[0], tensor.ne[2]), 1}; }
    if (tensor.name.ends_with("attn_v_b.weight")) { return {tensor.ne[0], checked_mul(tensor.ne[1], tensor.ne[2]), 1}; }
    return {tensor.ne[0], tensor.ne[1], checked_mul(tensor.ne[2], tensor.ne[3])};
}

bool is_packed_linear(const Tensor& tensor) {
    switch (tensor.cls) {
    case TensorClass::attention_q:
    case TensorClass::attention_k:
    case TensorClass::attention_v:
    case TensorClass::attention_qkv:
    case TensorClass::attention_output:
    case TensorClass::attention_other:
    case TensorClass::ffn_up:
    case TensorClass::ffn_gate:
    case TensorClass::ffn_down:
    case TensorClass::expert_up:
    case TensorClass::expert_gate:
    case TensorClass::expert_down:
    case TensorClass::ssm: return true;
    case TensorClass::other: return tensor.layer >= 0;
    case TensorClass::mtp: return is_packed_mtp(tensor.name);
    case TensorClass::token_embedding:
    case TensorClass::output:
    case TensorClass::router:
    case TensorClass::norm:
    case TensorClass::vision: return false;
    }
    return false;
}

Bytes packed_bytes(const Tensor& tensor, const FormatRow& format) {
    const LinearShape shape = linear_shape(tensor);
    const Beside& extra = beside(format.id);
    const Ratio width{format.width.bytes, format.width.block};
    Bytes sum(checked_mul(shape.out, extra.each_output));
    sum += Bytes(checked_mul(shape.in, extra.each_input));
    sum += Bytes(checked_mul(checked_mul(tiles(shape.in), tiles(shape.out)), extra.each_tile));
    sum += Bytes(extra.each_matrix);
    return sum * shape.count + Bytes(elements(tensor)) * width;
}

}  // namespace sizer
