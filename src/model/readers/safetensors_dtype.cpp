#include "model/readers/safetensors_dtype.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

struct Dtype {
    std::string_view name;
    std::uint32_t bits;
};

constexpr std::array k_dtypes = {
    Dtype{"BF16", 16},   Dtype{"F16", 16},    Dtype{"F32", 32},        Dtype{"F64", 64},        Dtype{"F8_E4M3", 8},
    Dtype{"F8_E5M2", 8}, Dtype{"F8_E8M0", 8}, Dtype{"F8_E4M3FNUZ", 8}, Dtype{"F8_E5M2FNUZ", 8}, Dtype{"F6_E2M3", 6},
    Dtype{"F6_E3M2", 6}, Dtype{"F4", 4},      Dtype{"I8", 8},          Dtype{"U8", 8},          Dtype{"I16", 16},
    Dtype{"U16", 16},    Dtype{"I32", 32},    Dtype{"U32", 32},        Dtype{"I64", 64},        Dtype{"U64", 64},
    Dtype{"BOOL", 8},    Dtype{"C64", 64},
};

// Sources: compressed-tensors, AutoAWQ, GPTQModel, bitsandbytes, MLX, gpt-oss and ModelOpt checkpoints.
constexpr std::array<std::string_view, 21> k_quantisation_endings = {
    ".weight_scale",
    ".weight_scale_inv",
    ".weight_scale_2",
    ".input_scale",
    ".output_scale",
    ".k_scale",
    ".v_scale",
    ".scales",
    ".qzeros",
    ".g_idx",
    ".absmax",
    ".quant_map",
    ".SCB",
    ".scale",
    "_scales",
    ".nested_absmax",
    ".nested_quant_map",
    ".weight_shape",
    ".weight_zero_point",
    ".weight_format",
    ".weight_global_scale",
};

constexpr std::array<std::string_view, 5> k_packed_endings = {".qweight", ".weight_packed", "_blocks", ".trellis",
                                                              ".q_weight"};

template <std::size_t N>
bool ends_with_any(std::string_view name, const std::array<std::string_view, N>& endings) {
    return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

std::uint32_t safetensors_dtype_bits(std::string_view dtype) {
    const auto* const found = std::ranges::find(k_dtypes, dtype, &Dtype::name);
    return found == k_dtypes.end() ? 0 : found->bits;
}

bool is_quantisation_data(std::string_view name) {
    return ends_with_any(name, k_quantisation_endings) || name.find(".quant_state.") != std::string_view::npos;
}

bool is_packed_weight(std::string_view name, std::string_view dtype) {
    if (ends_with_any(name, k_packed_endings)) { return true; }
    // bitsandbytes' 4-bit and MLX's weights keep their name and change their dtype; int8 weights are one to an element.
    return name.ends_with(".weight") && (dtype == "U8" || dtype == "U32" || dtype == "I32");
}

}  // namespace sizer
