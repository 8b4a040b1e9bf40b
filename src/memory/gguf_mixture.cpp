#include "memory/gguf_mixture.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

// Source of every rule in this file: llama.cpp v0.5.0 src/llama-quant.cpp (tensor categories, llama_tensor_get_type),
// its branches for files made without an importance matrix.

namespace sizer {
namespace {

using F = GgufFileType;
using T = GgmlId;

struct Base {
    F file_type;
    T type;
};

constexpr std::array k_bases = {
    Base{F::f32, T::f32},         Base{F::f16, T::f16},       Base{F::q4_0, T::q4_0},
    Base{F::q4_1, T::q4_1},       Base{F::q8_0, T::q8_0},     Base{F::q5_0, T::q5_0},
    Base{F::q5_1, T::q5_1},       Base{F::q2_k, T::q2_k},     Base{F::q2_k_s, T::q2_k},
    Base{F::q3_k_s, T::q3_k},     Base{F::q3_k_m, T::q3_k},   Base{F::q3_k_l, T::q3_k},
    Base{F::q4_k_s, T::q4_k},     Base{F::q4_k_m, T::q4_k},   Base{F::q5_k_s, T::q5_k},
    Base{F::q5_k_m, T::q5_k},     Base{F::q6_k, T::q6_k},     Base{F::iq2_xxs, T::iq2_xxs},
    Base{F::iq2_xs, T::iq2_xs},   Base{F::iq2_s, T::iq2_xs},  // the name notwithstanding
    Base{F::iq2_m, T::iq2_s},     Base{F::iq3_xs, T::iq3_s},  Base{F::iq3_xxs, T::iq3_xxs},
    Base{F::iq3_s, T::iq3_s},     Base{F::iq3_m, T::iq3_s},   Base{F::iq1_s, T::iq1_s},
    Base{F::iq1_m, T::iq1_m},     Base{F::iq4_nl, T::iq4_nl}, Base{F::iq4_xs, T::iq4_xs},
    Base{F::bf16, T::bf16},       Base{F::tq1_0, T::tq1_0},   Base{F::tq2_0, T::tq2_0},
    Base{F::mxfp4_moe, T::mxfp4}, Base{F::q1_0, T::q1_0},     Base{F::q2_0, T::q2_0},
};

bool one_of(F file_type, std::initializer_list<F> candidates) {
    return std::find(candidates.begin(), candidates.end(), file_type) != candidates.end();
}

bool under_three_bits(F file_type) {
    return one_of(file_type, {F::iq1_s, F::iq1_m, F::iq2_xxs, F::iq2_xs, F::iq2_s, F::iq2_m});
}

/// The first and the last eighth of the layers, and every third between them.
bool use_more_bits(std::uint64_t i, std::uint64_t n) { return i < n / 8 || i >= 7 * n / 8 || (i - n / 8) % 3 == 2; }

/// "The 70B models": so many query heads share a KV head that a better attn_v costs little.
bool is_70b_type(const RecipeModel& model) {
    const auto& name = model.architecture;
    if (name == "llama") { return model.layers == 80 && model.gqa != 1; }
    if (name == "qwen2" || name == "deci" || name == "olmo") { return model.layers == 80; }
    return name == "jais2" && model.layers == 68;
}

/// The index that the feed-forward's rules look at: with experts the block's number, else a running counter.
std::uint64_t layer_index(const Mixture& mixture, const Tensor& tensor, std::uint64_t counter) {
    return mixture.model.experts > 1 && tensor.layer >= 0 ? static_cast<std::uint64_t>(tensor.layer) : counter;
}

T output_type(const Mixture& mixture, const Tensor& tensor) {
    if (mixture.file_type == F::mxfp4_moe) { return T::q8_0; }
    if (mixture.model.architecture == "falcon" || tensor.ne[0] % width_of(mixture.base).block != 0) { return T::q8_0; }
    if (under_three_bits(mixture.file_type) || mixture.file_type == F::iq3_xxs) { return T::q5_k; }
    return mixture.base == T::q8_0 ? T::q8_0 : T::q6_k;
}

T embedding_type(const Mixture& mixture) {
    switch (mixture.file_type) {
    case F::iq1_s:
    case F::iq1_m:
    case F::iq2_xxs:
    case F::iq2_xs: return T::q2_k;
    case F::iq2_s:
    case F::iq2_m:
    case F::iq3_xxs: return T::iq3_s;
    case F::tq1_0:
    case F::tq2_0:
    case F::q2_0: return T::q4_k;
    default: return mixture.base;
    }
}

/// The rules of file types under three bits, which the common ones below do not touch.
T tiny_type(Mixture& mixture, RecipePart part) {
    const bool upper = one_of(mixture.file_type, {F::iq2_s, F::iq2_m});
    const T better = upper ? T::iq3_s : T::q2_k;
    const auto& model = mixture.model;
    switch (part) {
    case RecipePart::value: ++mixture.value_at; return model.gqa >= 4 || model.experts >= 4 ? T::q4_k : better;
    case RecipePart::key: return model.experts == 8 ? T::q4_k : mixture.base;
    case RecipePart::down: return mixture.down_at++ < model.layers / 8 ? better : mixture.base;
    case RecipePart::attention_output:
        if (model.experts == 8) { return T::q5_k; }
        if (one_of(mixture.file_type, {F::iq1_s, F::iq1_m})) { return T::iq2_xxs; }
        return upper ? T::iq3_s : mixture.base;
    default: return mixture.base;
    }
}

T plain_value_type(const Mixture& mixture) {
    const bool shared = mixture.model.gqa >= 4;
    const bool more = use_more_bits(mixture.value_at, mixture.values);
    switch (mixture.file_type) {
    case F::q2_k: return shared ? T::q4_k : T::q3_k;
    case F::q2_k_s:
    case F::iq3_xs:
    case F::iq3_s: return shared ? T::q4_k : mixture.base;
    case F::iq3_xxs: return shared ? T::q4_k : T::iq3_s;
    case F::iq3_m: return T::q4_k;
    case F::q3_k_m: return mixture.value_at < 2 ? T::q5_k : T::q4_k;
    case F::q3_k_l: return T::q5_k;
    case F::iq4_nl:
    case F::iq4_xs: return shared ? T::q5_k : mixture.base;
    case F::q4_k_m:
    case F::q5_k_m: return more ? T::q6_k : mixture.base;
    case F::q4_k_s: return mixture.value_at < 4 ? T::q5_k : mixture.base;
    default: return mixture.base;
    }
}

T value_type(Mixture& mixture) {
    T type = plain_value_type(mixture);
    if (is_70b_type(mixture.model) && (type == T::q3_k || type == T::q4_k)) { type = T::q5_k; }
    if (mixture.model.experts == 8) { type = T::q8_0; }
    ++mixture.value_at;
    return type;
}

T key_or_query_type(const Mixture& mixture, RecipePart part) {
    if (part == RecipePart::key && mixture.model.experts == 8) { return T::q8_0; }
    if (mixture.file_type == F::iq3_xs) { return T::iq3_xxs; }
    return mixture.file_type == F::iq3_xxs ? T::iq2_s : mixture.base;
}

T down_type_at(const Mixture& mixture, std::uint64_t i) {
    const auto n = mixture.model.layers;
    const bool falcon = mixture.model.architecture == "falcon";
    const bool first_eighth = i < n / 8;
    const bool more = use_more_bits(i, n);
    switch (mixture.file_type) {
    case F::q2_k: return T::q3_k;
    case F::q2_k_s: return first_eighth ? T::q4_k : mixture.base;
    case F::iq3_xxs: return first_eighth ? T::q4_k : T::q3_k;
    case F::q3_k_m:
        if (i < n / 16) { return T::q5_k; }
        return !falcon || more ? T::q4_k : T::q3_k;
    case F::iq3_m: return first_eighth || (mixture.model.experts == 8 && more) ? T::q4_k : mixture.base;
    case F::q3_k_l: return falcon ? T::q4_k : T::q5_k;
    case F::q4_k_m:
        if (!falcon) { return more ? T::q6_k : mixture.base; }
        return i < n / 16 ? T::q6_k : more ? T::q5_k : mixture.base;
    case F::iq4_nl:
    case F::iq4_xs: return first_eighth ? T::q5_k : mixture.base;
    case F::q5_k_m: return more ? T::q6_k : mixture.base;
    case F::q4_k_s: return !falcon && first_eighth ? T::q5_k : mixture.base;
    default: return mixture.base;
    }
}

T attention_output_type(const Mixture& mixture) {
    const F file_type = mixture.file_type;
    if (mixture.model.architecture == "falcon") { return file_type == F::q3_k_l ? T::q4_k : mixture.base; }
    if (mixture.model.experts == 8) {
        const bool raised = one_of(file_type, {F::q2_k, F::q3_k_s, F::q3_k_m, F::q4_k_s, F::q4_k_m, F::iq3_xxs,
                                               F::iq3_xs, F::iq3_s, F::iq3_m, F::iq4_nl, F::iq4_xs});
        return raised ? T::q5_k : mixture.base;
    }
    switch (file_type) {
    case F::q2_k: return T::q3_k;
    case F::iq3_xxs: return T::iq3_s;
    case F::q3_k_m:
    case F::iq3_m: return T::q4_k;
    case F::q3_k_l: return T::q5_k;
    default: return mixture.base;
    }
}

T gate_or_up_type(const Mixture& mixture, std::uint64_t i) {
    const auto n = mixture.model.layers;
    const bool middle = i >= n / 8 && i < 7 * n / 8;
    return mixture.file_type == F::iq3_xs && middle ? T::iq3_xxs : mixture.base;
}

T common_type(Mixture& mixture, const Tensor& tensor, RecipePart part) {
    switch (part) {
    case RecipePart::value: return value_type(mixture);
    case RecipePart::key:
    case RecipePart::query: return key_or_query_type(mixture, part);
    case RecipePart::attention_output: return attention_output_type(mixture);
    case RecipePart::down: return down_type_at(mixture, layer_index(mixture, tensor, mixture.down_at++));
    case RecipePart::gate: return gate_or_up_type(mixture, layer_index(mixture, tensor, mixture.gate_at++));
    case RecipePart::up: return gate_or_up_type(mixture, layer_index(mixture, tensor, mixture.up_at++));
    default: return mixture.base;
    }
}

}  // namespace

RecipePart recipe_part(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (name == "output.weight") { return RecipePart::output; }
    if (name == "token_embd.weight" || name == "per_layer_token_embd.weight") { return RecipePart::token_embedding; }
    if (has("attn_qkv.weight") || has("attn_kv_b.weight") || has("attn_v.weight")) { return RecipePart::value; }
    if (has("attn_k.weight")) { return RecipePart::key; }
    if (has("attn_q.weight")) { return RecipePart::query; }
    if (has("attn_output.weight")) { return RecipePart::attention_output; }
    if (has("ffn_up")) { return RecipePart::up; }
    if (has("ffn_gate")) { return RecipePart::gate; }
    return has("ffn_down") ? RecipePart::down : RecipePart::other;
}

std::optional<GgmlId> base_type(GgufFileType file_type) {
    const auto found =
        std::find_if(k_bases.begin(), k_bases.end(), [&](const Base& base) { return base.file_type == file_type; });
    return found == k_bases.end() ? std::nullopt : std::optional<GgmlId>(found->type);
}

GgmlId mixed_type(Mixture& mixture, const Tensor& tensor) {
    const RecipePart part = recipe_part(tensor.name);
    const bool embedding = part == RecipePart::token_embedding;
    if (part == RecipePart::output || (embedding && mixture.tied)) { return output_type(mixture, tensor); }
    if (mixture.file_type == F::mxfp4_moe) { return tensor.ne[2] > 1 ? T::mxfp4 : T::q8_0; }
    if (embedding) { return embedding_type(mixture); }
    return under_three_bits(mixture.file_type) ? tiny_type(mixture, part) : common_type(mixture, tensor, part);
}

}  // namespace sizer
