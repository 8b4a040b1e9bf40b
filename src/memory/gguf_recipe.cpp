#include "memory/gguf_recipe.hpp"

#include "memory/gguf_mixture.hpp"
#include "model/layer_shape.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace sizer {
namespace {

bool contains(std::string_view name, std::string_view part) { return name.find(part) != std::string_view::npos; }

bool is_matrix(const Tensor& tensor) { return tensor.ne[1] > 1 || tensor.ne[2] > 1 || tensor.ne[3] > 1; }

/// Matrices that llama-quantize leaves as they are. Source: llama.cpp src/llama-quant.cpp, tensor_allows_quantization.
bool is_left_alone(std::string_view name) {
    constexpr std::array<std::string_view, 15> parts = {"_norm.weight",
                                                        "ffn_gate_inp.weight",
                                                        "ffn_gate_tid2eid.weight",
                                                        "altup",
                                                        "laurel",
                                                        "per_layer_model_proj",
                                                        "ssm_conv1d",
                                                        "shortconv.conv.weight",
                                                        "indexer.k_proj.weight",
                                                        "indexer.q_proj.weight",
                                                        "attn_rel_b.weight",
                                                        ".position_embd",
                                                        ".rel_pos",
                                                        ".patch_embd",
                                                        "time_mix_lerp"};
    if (name == "position_embd.weight" || name == "token_types.weight") { return true; }
    if (contains(name, "time_mix_first") || contains(name, "time_mix_decay_w")) { return true; }
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return contains(name, part); });
}

/// Of those, the ones that the converter keeps in the checkpoint's 16 bits; it writes the rest as F32.
/// Source: llama.cpp convert_hf_to_gguf.py, prepare_tensors.
bool stays_in_16_bits(std::string_view name) {
    constexpr std::array<std::string_view, 4> parts = {"altup", "laurel", "per_layer_model_proj", "indexer."};
    const bool is_norm = name.ends_with("_norm.weight");
    const auto in_name = [&](std::string_view part) { return contains(name, part); };
    return !is_norm && std::any_of(parts.begin(), parts.end(), in_name);
}

/// What to take where a row does not divide into blocks. Source: llama.cpp src/llama-quant.cpp,
/// tensor_type_fallback.
GgmlId wider_type(GgmlId type) {
    switch (type) {
    case GgmlId::iq1_s:
    case GgmlId::iq1_m:
    case GgmlId::iq2_xxs:
    case GgmlId::iq2_xs:
    case GgmlId::iq2_s:
    case GgmlId::iq3_xxs:
    case GgmlId::iq3_s:
    case GgmlId::iq4_xs: return GgmlId::iq4_nl;
    case GgmlId::q2_0:
    case GgmlId::q2_k:
    case GgmlId::q3_k:
    case GgmlId::tq1_0:
    case GgmlId::tq2_0: return GgmlId::q4_0;
    case GgmlId::q4_k: return GgmlId::q5_0;
    case GgmlId::q5_k: return GgmlId::q5_1;
    case GgmlId::q6_k: return GgmlId::q8_0;
    default: return GgmlId::f16;
    }
}

GgmlId divisible_type(GgmlId type, std::uint64_t row) {
    const auto divides = [&](GgmlId candidate) { return row % width_of(candidate).block == 0; };
    if (divides(type)) { return type; }
    const GgmlId wider = wider_type(type);
    return divides(wider) ? wider : GgmlId::f16;
}

bool is_float(GgmlId type) { return type == GgmlId::f32 || type == GgmlId::f16 || type == GgmlId::bf16; }

/// The type of a tensor that is not quantised at all.
std::optional<GgmlId> unquantised_type(const Tensor& tensor, GgmlId base) {
    const bool weight = tensor.name.ends_with("weight");
    if (!weight || !is_matrix(tensor)) { return GgmlId::f32; }
    if (!is_left_alone(tensor.name)) { return std::nullopt; }
    if (!stays_in_16_bits(tensor.name)) { return GgmlId::f32; }
    return is_float(base) ? base : GgmlId::f16;
}

/// Tensors in the order in which llama-quantize meets them: by block, those of no block first, then by name.
std::vector<std::size_t> visiting_order(const TensorInventory& tensors) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (tensors[a].layer != tensors[b].layer) { return tensors[a].layer < tensors[b].layer; }
        return tensors[a].name < tensors[b].name;
    });
    return order;
}

Mixture mixture_of(const TensorInventory& tensors, const RecipeModel& model, GgufFileType file_type) {
    Mixture mixture{.file_type = file_type, .base = base_type(file_type).value(), .model = model};
    mixture.tied = std::none_of(tensors.begin(), tensors.end(),
                                [](const Tensor& tensor) { return recipe_part(tensor.name) == RecipePart::output; });
    mixture.values = static_cast<std::uint64_t>(std::count_if(tensors.begin(), tensors.end(), [](const Tensor& tensor) {
        return recipe_part(tensor.name) == RecipePart::value;
    }));
    return mixture;
}

bool is_embedding_or_output(const Tensor& tensor) {
    return tensor.name == "token_embd.weight" || tensor.name == "output.weight";
}

/// What the file's head_count_kv says of the first layer: 0 for a mixer that is no attention, except in Qwen's hybrids,
/// which write one number for all layers; 1 for MLA's latent.
std::uint64_t kv_heads_written(const Dimensions& dims, const LayerShape& first) {
    constexpr std::string_view no_attention = "mcn-E";
    if (no_attention.find(first.letter) != std::string_view::npos) { return 0; }
    if (first.letter == 'l' && dims.design == Design::kimi_linear) { return 0; }
    if (dims.mla.kv_lora_rank == 0) { return first.kv_heads; }
    return dims.mla.legacy_full_heads ? first.heads : 1;
}

}  // namespace

bool gguf_keeps_mtp(const Architecture& architecture) {
    return architecture.name == "glm4moe" || architecture.name == "glm-dsa";
}

RecipeModel recipe_model(const Architecture& architecture) {
    const auto& dims = architecture.dims;
    const LayerShape first = layer_shape(architecture, 0);
    const std::uint64_t kv_heads = kv_heads_written(dims, first);
    return {.architecture = architecture.name,
            .layers = std::uint64_t{dims.layers} + (gguf_keeps_mtp(architecture) ? dims.mtp.layers : 0),
            .experts = dims.moe.experts,
            .gqa = kv_heads == 0 ? 0 : first.heads / kv_heads};
}

bool has_recipe(GgufFileType file_type) { return base_type(file_type).has_value(); }

std::vector<GgmlId> gguf_recipe(const TensorInventory& tensors, const RecipeModel& model, RecipeChoice choice) {
    Mixture mixture = mixture_of(tensors, model, choice.file_type);
    std::vector<GgmlId> types(tensors.size(), GgmlId::f32);
    for (const std::size_t at : visiting_order(tensors)) {
        const Tensor& tensor = tensors[at];
        if (const auto kept = unquantised_type(tensor, mixture.base)) {
            types[at] = *kept;
        } else if (is_float(mixture.base)) {
            types[at] = mixture.base;
        } else if (choice.wide_embeddings && is_embedding_or_output(tensor)) {
            types[at] = divisible_type(GgmlId::q8_0, tensor.ne[0]);
        } else {
            types[at] = divisible_type(mixed_type(mixture, tensor), tensor.ne[0]);
        }
    }
    return types;
}

}  // namespace sizer
