#include "model/readers/gguf_dimensions.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// the file's own values for each layer, zeros included; empty when absent.
std::vector<std::uint32_t> raw(const GgufSource& source, std::string_view key) {
    return source.keys.per_layer(key, source.layers);
}

std::uint32_t at(const std::vector<std::uint32_t>& per_layer, std::uint32_t layer) {
    return per_layer.empty() ? 0 : per_layer[layer];
}

/// Source: llama.cpp, llama_hparams::set_swa_pattern.
bool is_window(std::uint32_t layer, std::uint32_t period, bool dense_first) {
    if (period == 0) { return true; }
    return dense_first ? layer % period != 0 : layer % period < period - 1;
}

/// 's' for the layers with a window, 'f' for the others. An array in the file wins over the architecture's rule, a
/// number in the file over the rule's period.
std::string window_letters(const GgufSource& source, const Dimensions& dims) {
    constexpr std::string_view key = "attention.sliding_window_pattern";
    std::string letters(source.layers, 'f');
    if (dims.sliding_window == 0) { return letters; }
    const auto& rule = source.row.window;
    const bool by_array = source.keys.is_array(key);
    if (!by_array && rule.period == WindowRule::k_none) { return letters; }
    const auto listed = by_array ? raw(source, key) : std::vector<std::uint32_t>{};
    const auto period = by_array ? 0 : source.keys.width(key, static_cast<std::uint32_t>(rule.period));
    for (std::uint32_t i = 0; i < source.layers; ++i) {
        const bool window = by_array ? listed[i] != 0 : is_window(i, period, rule.dense_first);
        if (window) { letters[i] = 's'; }
    }
    return letters;
}

/// Every n-th layer attends to all, the others keep a state. Source: llama.cpp, src/models/qwen3next.cpp.
std::string interval_letters(const GgufSource& source) {
    std::string letters(source.layers, 'l');
    const auto recurrent = raw(source, "attention.recurrent_layers");
    const auto interval = std::max(1U, source.keys.width("full_attention_interval", 4));
    for (std::uint32_t i = 0; i < source.layers; ++i) {
        const bool full = recurrent.empty() ? (i + 1) % interval == 0 : recurrent[i] == 0;
        if (full) { letters[i] = 'f'; }
    }
    return letters;
}

/// Layers without KV heads are of the other kind: `letter`.
std::string hybrid_letters(const GgufSource& source, char letter) {
    std::string letters(source.layers, 'f');
    const auto kv = raw(source, "attention.head_count_kv");
    for (std::uint32_t i = 0; i < source.layers; ++i) {
        if (!kv.empty() && kv[i] == 0) { letters[i] = letter; }
    }
    return letters;
}

/// One mixer a layer. Source: llama.cpp, src/models/nemotron-h.cpp: without KV heads and feed-forward it is recurrent.
std::string nemotron_letters(const GgufSource& source, const Dimensions& dims) {
    std::string letters(source.layers, 'm');
    const auto kv = raw(source, "attention.head_count_kv");
    const auto wide = raw(source, "feed_forward_length");
    for (std::uint32_t i = 0; i < source.layers; ++i) {
        if (at(kv, i) != 0) {
            letters[i] = '*';
        } else if (at(wide, i) != 0) {
            const bool routed =
                source.tensors.empty() ? dims.moe.experts != 0 : source.tensors.layer_has(i, "ffn_gate_inp.weight");
            letters[i] = routed ? 'E' : '-';
        }
    }
    return letters;
}

std::string letters(const GgufSource& source, const Dimensions& dims) {
    switch (dims.design) {
    case Design::linear_hybrid: return interval_letters(source);
    case Design::kimi_linear: return hybrid_letters(source, 'l');
    case Design::granite_hybrid:
    case Design::jamba: return hybrid_letters(source, 'm');
    case Design::lfm2: return hybrid_letters(source, 'c');
    case Design::nemotron_h: return nemotron_letters(source, dims);
    case Design::decilm: return hybrid_letters(source, 'n');
    case Design::standard: {
        std::string marked = window_letters(source, dims);
        const auto none = hybrid_letters(source, 'n');
        for (std::size_t i = 0; i < marked.size(); ++i) {
            if (none[i] == 'n') { marked[i] = 'n'; }
        }
        return marked;
    }
    case Design::mla:
    case Design::gemma3n:
    case Design::gemma4: return window_letters(source, dims);
    default: return {};
    }
}

}  // namespace

void read_layer_types(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    architecture.layer_types = letters(source, dims);
    if (std::ranges::all_of(architecture.layer_types, [](char c) { return c == 'f'; })) {
        architecture.layer_types.clear();
    }
    // A window that no layer uses is none (Mistral's and StarCoder's keys, which engines ignore).
    const bool used = architecture.layer_types.find('s') != std::string::npos || dims.design == Design::deepseek_v4;
    if (!used) { dims.sliding_window = 0; }
}

}  // namespace sizer
