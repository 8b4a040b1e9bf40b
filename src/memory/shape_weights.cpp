#include "memory/shape_weights.hpp"

#include "memory/gguf_recipe.hpp"
#include "memory/packed_linear.hpp"
#include "model/inventory.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sizer {
namespace {

constexpr std::uint64_t k_wide_bytes = 2;  // what packed formats leave in 16 bits

/// A tensor's storage: the type's name and its bytes.
struct Stored {
    std::string type;
    Bytes bytes;
};

void add(ShapeWeights& weights, const Tensor& tensor, Stored stored) {
    if (tensor.cls == TensorClass::mtp) {
        weights.not_loaded += stored.bytes;
        return;
    }
    weights.bytes += stored.bytes;
    const auto same = std::find_if(weights.sums.begin(), weights.sums.end(), [&](const TensorSum& sum) {
        return sum.cls == tensor.cls && sum.type == stored.type;
    });
    TensorSum& sum = same != weights.sums.end()
                         ? *same
                         : weights.sums.emplace_back(TensorSum{.cls = tensor.cls, .type = std::move(stored.type)});
    ++sum.tensors;
    sum.elements = checked_add(sum.elements, elements(tensor));
    sum.bytes += stored.bytes;
}

Stored sixteen_bit(const Tensor& tensor) { return {"BF16", Bytes(checked_mul(elements(tensor), k_wide_bytes))}; }

Bytes vision_bytes(const TensorInventory& inventory) {
    Bytes sum;
    for (const auto& tensor : inventory) {
        if (tensor.cls == TensorClass::vision) { sum += sixteen_bit(tensor).bytes; }
    }
    return sum;
}

/// The file type that a format is in GGUF: a plain one by its width; MXFP4, which gpt-oss ships for its experts alone,
/// as the type that llama.cpp keeps for just that. Nothing for what GGUF lacks.
std::optional<GgufFileType> gguf_file_type(const FormatRow& format) {
    if (format.gguf_file_type >= 0) { return static_cast<GgufFileType>(format.gguf_file_type); }
    if (format.packing == Packing::experts_only && format.id == "mxfp4") { return GgufFileType::mxfp4_moe; }
    if (format.packing != Packing::uniform) { return std::nullopt; }
    if (format.width == BlockWidth{1, 4}) { return GgufFileType::f32; }
    if (format.width == BlockWidth{1, 2}) {
        return format.id.starts_with('b') ? GgufFileType::bf16 : GgufFileType::f16;
    }
    return std::nullopt;
}

/// The published "_L" files keep token embedding and output in Q8_0 ("Q3_K_XL" is that of Q3_K_L, a plain file type).
/// Source: the model cards of bartowski, "Uses Q8_0 for embed and output weights".
bool has_wide_embeddings(std::string_view id) {
    return (id.ends_with("_K_L") && id != "Q3_K_L") || id.ends_with("_K_XL");
}

/// Tensors that converters write: no vision tower, no pooler, MTP blocks only where they are kept.
TensorInventory gguf_tensors(const TensorInventory& inventory, const Architecture& architecture) {
    const bool mtp = gguf_keeps_mtp(architecture);
    TensorInventory kept;
    std::copy_if(inventory.begin(), inventory.end(), std::back_inserter(kept), [&](const Tensor& tensor) {
        const bool pooler = tensor.name == "cls.weight" || tensor.name == "cls.bias";
        return tensor.cls != TensorClass::vision && !pooler && (mtp || tensor.cls != TensorClass::mtp);
    });
    return kept;
}

/// Source: ggml's ggml_nbytes: whole blocks of a row, rows, and the rest.
Stored ggml_stored(const Tensor& tensor, GgmlId id) {
    const Bytes row = row_bytes(width_of(id), tensor.ne[0]);
    return {std::string(name_of(id)), row * tensor.ne[1] * tensor.ne[2] * tensor.ne[3]};
}

void add_gguf(ShapeWeights& weights, const Architecture& architecture, const TensorInventory& inventory,
              RecipeChoice choice) {
    const TensorInventory tensors = gguf_tensors(inventory, architecture);
    const auto types = gguf_recipe(tensors, recipe_model(architecture), choice);
    for (std::size_t i = 0; i < tensors.size(); ++i) { add(weights, tensors[i], ggml_stored(tensors[i], types[i])); }
    weights.projector = vision_bytes(inventory);
}

bool is_expert(const Tensor& tensor) {
    return tensor.cls == TensorClass::expert_up || tensor.cls == TensorClass::expert_gate ||
           tensor.cls == TensorClass::expert_down;
}

Stored packed(const Tensor& tensor, const FormatRow& format) {
    return {std::string(format.id), packed_bytes(tensor, format)};
}

/// Every matrix whose row divides into groups, embedding and head included.
/// Source: ml-explore/mlx-lm mlx_lm/utils.py, quantize_model.
Stored everything_stored(const Tensor& tensor, const FormatRow& format) {
    const bool text_matrix = tensor.cls != TensorClass::norm && tensor.cls != TensorClass::vision &&
                             (tensor.cls != TensorClass::mtp || is_packed_linear(tensor));
    const std::uint64_t group = format.group == 0 ? format.width.block : format.group;
    return text_matrix && linear_shape(tensor).in % group == 0 ? packed(tensor, format) : sixteen_bit(tensor);
}

/// The head's width in EXL2: asked for as 6 bits it comes to about 6.3; files of 8 bits a weight have it at 8. EXL3 has
/// whole bits. Source: turboderp-org/exllamav2 doc/convert.md, exllamav3 doc/exl3.md.
Ratio exl_head_bits(const FormatRow& format) {
    if (format.width.bytes >= format.width.block) { return {8, 8}; }
    return format.id.starts_with("exl3") ? Ratio{6, 8} : Ratio{63, 80};
}

Stored exl_stored(const Tensor& tensor, const FormatRow& format) {
    if (tensor.cls == TensorClass::output) {
        return {std::string(format.id), Bytes(elements(tensor)) * exl_head_bits(format)};
    }
    return is_packed_linear(tensor) ? packed(tensor, format) : sixteen_bit(tensor);
}

Stored uniform_stored(const Tensor& tensor, const FormatRow& format) {
    return {std::string(format.id), Bytes(elements(tensor)) * Ratio{format.width.bytes, format.width.block}};
}

Stored checkpoint_stored(const Tensor& tensor, const FormatRow& format) {
    switch (format.packing) {
    case Packing::linear_only: return is_packed_linear(tensor) ? packed(tensor, format) : sixteen_bit(tensor);
    case Packing::experts_only: return is_expert(tensor) ? packed(tensor, format) : sixteen_bit(tensor);
    case Packing::everything: return everything_stored(tensor, format);
    case Packing::exl: return exl_stored(tensor, format);
    case Packing::uniform:
    case Packing::gguf:
    case Packing::hand_picked:
    case Packing::cache_only: break;
    }
    return uniform_stored(tensor, format);
}

/// EXL2 quantises the head apart from the embedding, even where the two are tied.
TensorInventory exl_tensors(TensorInventory inventory, const Architecture& architecture) {
    if (architecture.dims.tie_word_embeddings) {
        inventory.push_back({.name = "output.weight",
                             .cls = TensorClass::output,
                             .ne = {architecture.dims.hidden_size, architecture.dims.vocab_size, 1, 1}});
    }
    return inventory;
}

}  // namespace

ShapeWeights shape_weights(const Architecture& architecture, const FormatRow& format, Container container) {
    ShapeWeights weights;
    auto inventory = tensor_inventory(architecture);
    const auto file_type = gguf_file_type(format);
    const bool in_gguf = file_type && has_recipe(*file_type);
    const bool as_gguf = format.packing == Packing::gguf || (in_gguf && container != Container::checkpoint);
    const bool has_rule = as_gguf ? in_gguf : format.width.bytes != 0;
    weights.derivable =
        inventory && has_rule && format.packing != Packing::cache_only && format.packing != Packing::hand_picked;
    if (!weights.derivable) { return weights; }
    if (as_gguf) {
        add_gguf(weights, architecture, *inventory, {*file_type, has_wide_embeddings(format.id)});
        return weights;
    }
    if (format.packing == Packing::exl) { inventory = exl_tensors(std::move(*inventory), architecture); }
    for (const auto& tensor : *inventory) { add(weights, tensor, checkpoint_stored(tensor, format)); }
    return weights;
}

}  // namespace sizer
