#include "model/inventory.hpp"

#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// More layers than any model has: a number that a broken file claims, whose tensors are not worth listing.
constexpr std::uint32_t k_too_many_layers = 100'000;

bool describable(const Dimensions& dims) {
    return dims.design != Design::unknown && dims.layers != 0 && dims.layers < k_too_many_layers &&
           dims.hidden_size != 0 && dims.vocab_size != 0;
}

/// What encoders have around their blocks. Source: transformers modeling_bert.py.
void add_encoder_globals(TensorList& list, const Dimensions& dims) {
    const std::uint64_t hidden = dims.hidden_size;
    list.matrix(TensorClass::norm, "token_types", hidden, dims.token_types);
    list.matrix(TensorClass::norm, "position_embd", hidden, dims.position_embeddings);
    add_norm(list, dims, "token_embd_norm", hidden);
    if (dims.pooler) {
        list.matrix(TensorClass::other, "cls", hidden, hidden);
        list.bias("cls", hidden);
    }
}

void add_globals(TensorList& list, const Architecture& architecture) {
    const auto& dims = architecture.dims;
    list.matrix(TensorClass::token_embedding, "token_embd", dims.hidden_size,
                std::uint64_t{dims.vocab_size} + dims.extra_embedding_rows);
    if (!dims.tie_word_embeddings) {
        list.matrix(TensorClass::output, "output", dims.hidden_size, dims.vocab_size);
        if (dims.lm_head_bias) { list.bias("output", dims.vocab_size); }
    }
    if (dims.design == Design::bert) { return add_encoder_globals(list, dims); }
    add_norm(list, dims, naming_of(architecture.name).final_norm, dims.hidden_size);
    if (dims.design == Design::rwkv) { add_norm(list, dims, "token_embd_norm", dims.hidden_size); }
    if (dims.design == Design::gemma3n || dims.design == Design::gemma4) { add_gemma_globals(list, architecture); }
    if (dims.design == Design::deepseek_v4) { add_deepseek_v4_globals(list, architecture); }
}

/// A tensor that holds something of each expert; the router's scales are computed with, whoever is chosen.
bool is_expert(const Tensor& tensor) {
    return tensor.name.ends_with("_exps.weight") || tensor.name.ends_with("_exps.bias");
}

}  // namespace

std::optional<TensorInventory> tensor_inventory(const Architecture& architecture) {
    if (!describable(architecture.dims)) { return std::nullopt; }
    TensorList list;
    add_globals(list, architecture);
    for (std::uint32_t index = 0; index < architecture.dims.layers; ++index) {
        list.enter_block(index);
        add_block(list, layer_context(architecture, index));
    }
    list.leave_block();
    add_next_token_prediction(list, architecture);
    add_vision(list, architecture);
    return list.take();
}

Params parameter_count(const TensorInventory& inventory) {
    Params sum;
    for (const auto& tensor : inventory) {
        if (tensor.cls != TensorClass::mtp) { sum += Params(elements(tensor)); }
    }
    return sum;
}

std::optional<Params> active_parameter_count(const Architecture& architecture) {
    const auto inventory = tensor_inventory(architecture);
    if (!inventory) { return std::nullopt; }
    const auto& moe = architecture.dims.moe;
    if (moe.experts == 0) { return parameter_count(*inventory); }
    Params sum;
    for (const auto& tensor : *inventory) {
        if (tensor.cls == TensorClass::mtp || tensor.cls == TensorClass::vision) { continue; }
        const Params count(elements(tensor));
        sum += is_expert(tensor) ? count * Ratio{moe.experts_per_token, moe.experts} : count;
    }
    return sum;
}

}  // namespace sizer
