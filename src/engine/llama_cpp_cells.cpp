#include "engine/llama_cpp_cells.hpp"

#include "memory/terms.hpp"
#include "model/kv_layout.hpp"

#include <algorithm>
#include <string_view>

// Source of everything here: llama.cpp v0.5.0, llama-context.cpp and llama-kv-cache*.cpp, held against
// llama_get_memory_breakdown() on 4,774 runs.

namespace sizer {
namespace {

constexpr std::uint64_t k_cell_step = 256;          // contexts and caches are rounded up to it
constexpr std::uint64_t k_llama4_window = 8192;     // the engine's own constant, whatever the file says
constexpr std::uint64_t k_matrix_row = 512;         // ggml-cuda's MATRIX_ROW_PADDING, elements
constexpr std::uint64_t k_device_alignment = 128;   // of tensors in device memory
constexpr std::uint64_t k_state_element_bytes = 4;  // recurrent state is f32 whatever the cache's format

bool is_window(const KvGroup& group) { return group.kind == KvKind::window || group.kind == KvKind::chunk; }

/// The layers as this engine keeps them: Phi-3's window is not used, Llama 4's is the engine's own.
KvLayout engine_layout(const Model& model) {
    KvLayout layout = kv_layout(model.architecture);
    for (auto& group : layout) {
        if (!is_window(group)) { continue; }
        if (model.architecture.name == "phi3") { group.kind = KvKind::full; }
        if (model.architecture.name == "llama4") { group.window = k_llama4_window; }
    }
    return layout;
}

std::uint64_t widest_window(const KvLayout& layout) {
    std::uint64_t widest = 0;
    for (const auto& group : layout) {
        if (is_window(group)) { widest = std::max(widest, group.window); }
    }
    return widest;
}

/// bytes that the device adds to one quantised tensor of `cells` rows, so that its last row can be read in whole steps.
Bytes tensor_padding(BlockWidth width, std::uint64_t row, std::uint64_t cells) {
    if (width.block <= 1 || row == 0) { return {}; }
    const Bytes plain = row_bytes(width, row) * cells;
    Bytes size = plain;
    if (row % k_matrix_row != 0) { size += row_bytes(width, k_matrix_row - row % k_matrix_row); }
    return Bytes(padded_to(size.count(), k_device_alignment)) - plain;
}

Bytes state_bytes(const KvGroup& group, std::uint64_t sequences) {
    const auto elements = checked_add(group.conv_state_elements, group.state_elements);
    return Bytes(checked_mul(elements, k_state_element_bytes)) * group.layers * sequences;
}

Bytes entry_bytes(const KvGroup& group, const Deployment& deployment) {
    return row_bytes(deployment.k_format.cache_width, group.k_elements) +
           row_bytes(deployment.v_format.cache_width, group.v_elements);
}

Statement formula_of(const KvCacheTerm& term) {
    return {Message::formula_kv_parts,
            {{"per_token", term.bytes_per_token},
             {"tokens", term.tokens},
             {"window", term.window + term.padding},
             {"state", term.state},
             {"index", term.index}}};
}

}  // namespace

LlamaCppContext llama_cpp_context(const Model& model, const Deployment& deployment) {
    const EngineOptions options(deployment);
    LlamaCppContext context;
    context.sequences = sequences(deployment);
    const bool unified = options.is("kv", "unified");
    context.streams = unified ? 1 : context.sequences;
    const std::uint64_t asked = padded_to(checked_mul(deployment.context.count(), context.sequences), k_cell_step);
    context.cells = padded_to(asked / context.streams, k_cell_step);
    context.micro_batch = std::min({options.count("ubatch").value_or(1), options.count("batch").value_or(1),
                                    checked_mul(deployment.context.count(), context.sequences)});
    context.gpu = options.is("backend", "gpu");
    context.flash = !options.is("flash_attn", "off");
    context.all_logits = options.is("logits", "all");
    const std::uint64_t window =
        model.unknown_architecture.empty() ? widest_window(engine_layout(model)) : std::uint64_t{0};
    if (window != 0) {
        const std::uint64_t held =
            checked_add(checked_mul(window, unified ? context.sequences : 1), context.micro_batch);
        context.window_cells =
            options.is("swa_full", "on") ? context.cells : padded_to(std::min(context.cells, held), k_cell_step);
    }
    return context;
}

KvCacheTerm llama_cpp_cache(const Model& model, const Deployment& deployment, const LlamaCppContext& context) {
    KvCacheTerm term;
    term.basis = Basis::engine;
    const std::uint64_t cells = checked_mul(context.cells, context.streams);
    const std::uint64_t window_cells = checked_mul(context.window_cells, context.streams);
    term.tokens = Tokens(cells);
    term.groups = engine_layout(model);
    for (const auto& group : term.groups) {
        std::uint64_t held = cells;
        switch (group.kind) {
        case KvKind::full: term.bytes_per_token += entry_bytes(group, deployment) * group.layers; break;
        case KvKind::index: term.index += entry_bytes(group, deployment) * group.layers * cells; break;
        case KvKind::image: held = checked_mul(group.window, context.sequences); break;
        case KvKind::window:
        case KvKind::chunk: held = window_cells; break;
        case KvKind::state: term.state += state_bytes(group, context.sequences); continue;
        }
        if (is_window(group) || group.kind == KvKind::image) {
            term.window += entry_bytes(group, deployment) * group.layers * held;
        }
        if (context.gpu) {
            term.padding += (tensor_padding(deployment.k_format.cache_width, group.k_elements, held) +
                             tensor_padding(deployment.v_format.cache_width, group.v_elements, held)) *
                            group.layers;
        }
    }
    term.bytes = term.bytes_per_token * cells + term.window + term.state + term.index + term.padding;
    term.formula = formula_of(term);
    return term;
}

}  // namespace sizer
