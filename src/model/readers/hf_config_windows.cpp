#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace sizer {
namespace {

struct LayerName {
    std::string_view name;
    char letter;
};

/// Source: transformers configuration_utils.py, ALLOWED_LAYER_TYPES; Nemotron-H's layers_block_type.
constexpr std::array k_layer_names = {
    LayerName{"full_attention", 'f'},
    LayerName{"sliding_attention", 's'},
    LayerName{"chunked_attention", 's'},
    LayerName{"linear_attention", 'l'},
    LayerName{"conv", 'c'},
    LayerName{"mamba", 'm'},
    LayerName{"attention", 'f'},
    LayerName{"moe", 'E'},
    LayerName{"mlp", '-'},
    LayerName{"hybrid", 'f'},
};

/// one letter for each layer of the list at `key`; nothing when there is no such list.
std::optional<std::string> listed_letters(const HfSource& source, std::string_view key) {
    if (!source.text.is_array(key)) { return std::nullopt; }
    std::string letters;
    for (const auto& name : source.text.texts(key)) {
        const auto found = std::ranges::find(k_layer_names, name, &LayerName::name);
        if (found == k_layer_names.end()) {
            source.text.complain(key, {Message::unknown_choice, {{"name", name}}});
            return std::nullopt;
        }
        const bool mixer_alone = source.type.design == Design::nemotron_h && found->letter == 'f';
        letters += mixer_alone ? '*' : found->letter;
    }
    return letters;
}

/// `marked` of the layers get `letter`, the others `rest`.
std::string marked_letters(const std::vector<std::uint64_t>& marked, std::uint32_t layers, char letter, char rest,
                           std::uint64_t first = 0) {
    std::string letters(layers, rest);
    for (const auto index : marked) {
        if (index >= first && index - first < layers) { letters[index - first] = letter; }
    }
    return letters;
}

/// The last of every `period` layers gets `last`, the others `rest`.
std::string periodic_letters(std::uint32_t layers, std::uint32_t period, char last, char rest) {
    std::string letters(layers, rest);
    for (std::uint32_t n = 0; n < layers; ++n) {
        if (period != 0 && (n + 1) % period == 0) { letters[n] = last; }
    }
    return letters;
}

/// "MEM*-": Mamba, experts, attention, feed-forward. Source: configuration_nemotron_h.py.
std::string nemotron_letters(const HfSource& source) {
    if (const auto listed = listed_letters(source, "layers_block_type")) { return *listed; }
    std::string letters = source.text.text("hybrid_override_pattern").value_or("");
    std::ranges::replace(letters, 'M', 'm');
    if (letters.find_first_not_of("m*-E") != std::string::npos) {
        source.text.complain("hybrid_override_pattern", {Message::unknown_choice, {{"name", letters}}});
        return {};
    }
    return letters;
}

/// Layers are numbered from 1. Source: Kimi-Linear's configuration_kimi.py, is_kda_layer.
std::string kimi_letters(const HfSource& source, std::uint32_t layers) {
    const auto config = source.text.object("linear_attn_config");
    return config ? marked_letters(config->wholes("full_attn_layers", k_most_layers), layers, 'f', 'l', 1)
                  : std::string{};
}

std::string jamba_letters(const HfSource& source, std::uint32_t layers) {
    const auto period = std::max(1U, source.width({"attn_layer_period"}, 8));
    const auto offset = source.width({"attn_layer_offset"}, 4);
    std::string letters(layers, 'm');
    for (std::uint32_t n = 0; n < layers; ++n) {
        if (n % period == offset % period) { letters[n] = 'f'; }
    }
    return letters;
}

/// 0 lightning, 1 softmax. Source: MiniMax-Text-01's modeling_minimax_text_01.py.
std::string minimax_letters(const HfSource& source) {
    std::string letters;
    for (const auto kind : source.text.wholes("attn_type_list", 1)) { letters += kind == 0 ? 'l' : 'f'; }
    return letters;
}

/// the letters that a design has of its own keys; empty where every layer attends.
std::string mixer_letters(const HfSource& source, std::uint32_t layers) {
    switch (source.type.design) {
    case Design::nemotron_h: return nemotron_letters(source);
    case Design::linear_hybrid: return periodic_letters(layers, source.width({"full_attention_interval"}, 4), 'f', 'l');
    case Design::kimi_linear: return kimi_letters(source, layers);
    case Design::jamba: return jamba_letters(source, layers);
    case Design::minimax: return minimax_letters(source);
    case Design::lfm2: return marked_letters(source.text.wholes("full_attn_idxs", k_most_layers), layers, 'f', 'c');
    case Design::mamba:
    case Design::mamba2: return std::string(layers, 'm');
    case Design::rwkv: return std::string(layers, 'l');
    case Design::mllama:
        return marked_letters(source.text.wholes("cross_attention_layers", k_most_layers), layers, 'x', 'f');
    default: return {};
    }
}

/// The window in tokens; 0 when there is none, or when it reaches over the whole trained context.
std::uint32_t window_of(const HfSource& source, const Dimensions& dims) {
    const bool chunked = source.type.name == "llama4";
    const std::string_view key = chunked ? "attention_chunk_size" : "sliding_window";
    const bool off = source.type.window == HfWindow::last_layers && !source.flag("use_sliding_window", false);
    if (off) { return 0; }
    const std::uint32_t window = source.text.contains(key) ? source.width({key}) : source.type.defaults.window;
    return dims.max_context != 0 && window >= dims.max_context ? 0 : window;
}

/// How often a layer sees all. Gemma 3, Cohere 2 and EXAONE 4 configs say it, EXAONE as "LLLG".
std::uint32_t window_period(const HfSource& source) {
    for (const std::string_view key : {"sliding_window_pattern", "_sliding_window_pattern"}) {
        if (source.text.is_text(key)) { return static_cast<std::uint32_t>(source.text.text(key)->size()); }
        if (source.text.has(key)) { return source.width({key}); }
    }
    return source.width({"no_rope_layer_interval"}, source.type.window_period);  // Llama 4
}

/// 1 for a layer with rotary positions, which is one that attends in chunks. Source: configuration_llama4.py.
std::string llama4_letters(const HfSource& source, std::uint32_t layers) {
    const auto rotary =
        source.text.is_array("no_rope_layers") ? source.text.wholes("no_rope_layers", 1) : std::vector<std::uint64_t>{};
    if (rotary.size() != layers) { return periodic_letters(layers, window_period(source), 'f', 's'); }
    std::string letters;
    for (const auto flag : rotary) { letters += flag != 0 ? 's' : 'f'; }
    return letters;
}

/// where the windows are, when no list says it layer by layer.
std::string window_letters(const HfSource& source, std::uint32_t layers) {
    if (source.type.name == "llama4") { return llama4_letters(source, layers); }
    if (source.text.is_array("hybrid_layer_pattern")) {  // MiMo-V2
        std::string letters;
        for (const auto flag : source.text.wholes("hybrid_layer_pattern", 1)) { letters += flag != 0 ? 's' : 'f'; }
        return letters;
    }
    switch (source.type.window) {
    case HfWindow::none: return {};
    case HfWindow::every_layer: return std::string(layers, 's');
    case HfWindow::last_layers: {
        const auto full = std::min(layers, source.width({"max_window_layers"}, 28));
        return std::string(full, 'f') + std::string(layers - full, 's');
    }
    case HfWindow::period: return periodic_letters(layers, window_period(source), 'f', 's');
    }
    return {};
}

/// A design's own list first, then its own keys, then windows.
std::string letters_of(const HfSource& source, const Dimensions& dims) {
    if (dims.design != Design::nemotron_h) {
        if (auto listed = listed_letters(source, "layer_types")) { return *listed; }
    }
    auto letters = mixer_letters(source, dims.layers);
    return letters.empty() && dims.sliding_window != 0 ? window_letters(source, dims.layers) : letters;
}

/// The kinds of layer that a design has.
std::string_view possible_letters(Design design) {
    switch (design) {
    case Design::nemotron_h: return "m*-E";
    case Design::linear_hybrid:
    case Design::minimax:
    case Design::kimi_linear: return "fl";
    case Design::granite_hybrid:
    case Design::jamba: return "fm";
    case Design::lfm2: return "fc";
    case Design::mllama: return "fx";
    case Design::mamba:
    case Design::mamba2: return "m";
    case Design::rwkv: return "l";
    default: return "fs";
    }
}

}  // namespace

void read_hf_layer_types(const HfSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    if (dims.design == Design::deepseek_v4) {  // a window in every layer, beside what is compressed
        dims.sliding_window = window_of(source, dims);
        return;
    }
    if (dims.design == Design::falcon_h1 || dims.design == Design::decilm) { return; }
    dims.sliding_window = window_of(source, dims);
    if (source.text.is_array("hybrid_layer_pattern") && dims.sliding_window == 0) {
        dims.sliding_window = source.width({"sliding_window_size"});
    }
    auto& letters = architecture.layer_types;
    letters = letters_of(source, dims);
    if (dims.sliding_window == 0) { std::ranges::replace(letters, 's', 'f'); }
    if (!letters.empty() && letters.size() != dims.layers) {
        source.text.complain(source.text.has("layer_types") ? "layer_types" : "num_hidden_layers",
                             {Message::not_one_for_each_layer,
                              {{"count", std::uint64_t{letters.size()}}, {"layers", std::uint64_t{dims.layers}}}});
    }
    const auto strange = letters.find_first_not_of(possible_letters(dims.design));
    if (strange != std::string::npos) {
        source.text.complain("layer_types", {Message::bad_value, {{"name", std::string("layer_types")}}});
        letters.clear();
    }
    if (letters.find_first_not_of('f') == std::string::npos) { letters.clear(); }
    if (letters.find('s') == std::string::npos) { dims.sliding_window = 0; }
    dims.chunked_attention = dims.sliding_window != 0 && source.type.name == "llama4";
}

}  // namespace sizer
