#include "memory/terms.hpp"
#include "model/kv_layout.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// Recurrent state is kept in f32 whatever the cache's format. Source: llama.cpp v0.5.0, measured.
constexpr std::uint64_t k_state_element_bytes = 4;

/// bytes that one layer of the group keeps for one entry.
Bytes entry_bytes(const KvGroup& group, const Deployment& deployment) {
    return row_bytes(deployment.k_format.cache_width, group.k_elements) +
           row_bytes(deployment.v_format.cache_width, group.v_elements);
}

/// bytes that one more token adds to all layers of a group that keeps every token.
Bytes growth(const KvGroup& group, const Deployment& deployment) {
    return entry_bytes(group, deployment) * group.layers * Ratio{1, group.tokens_per_entry};
}

/// bytes of a group whose entries do not pass its window.
Bytes window_bytes(const KvGroup& group, const Deployment& deployment) {
    const std::uint64_t held =
        group.kind == KvKind::image ? group.window : std::min(deployment.context.count(), group.window);
    return entry_bytes(group, deployment) * group.layers * checked_mul(held, sequences(deployment));
}

Bytes state_bytes(const KvGroup& group, const Deployment& deployment) {
    const auto elements = checked_add(group.conv_state_elements, group.state_elements);
    return Bytes(checked_mul(elements, k_state_element_bytes)) * group.layers * sequences(deployment);
}

/// The course's plain formula: every layer keeps K and V of every token.
KvLayout plain_layout(const Dimensions& dims) {
    const std::uint64_t k = checked_mul(dims.kv_heads, dims.d_head);
    return {{.kind = KvKind::full, .layers = dims.layers, .k_elements = k, .v_elements = k, .kv_heads = dims.kv_heads}};
}

/// The formula names what does not grow with the context only where there is any.
void add_other_parts(KvCacheTerm& term) {
    const bool window = term.window.count() != 0;
    const bool state = term.state.count() != 0;
    if (term.index.count() != 0 || (window && state)) {
        term.formula.id = Message::formula_kv_parts;
    } else if (window) {
        term.formula.id = Message::formula_kv_window;
    } else if (state) {
        term.formula.id = Message::formula_kv_state;
    }
    term.formula.operands.push_back({"window", term.window});
    term.formula.operands.push_back({"state", term.state});
    term.formula.operands.push_back({"index", term.index});
}

}  // namespace

KvCacheTerm kv_account(KvLayout layout, const Deployment& deployment) {
    KvCacheTerm term;
    term.tokens = deployment.context * sequences(deployment);
    term.groups = std::move(layout);
    for (const auto& group : term.groups) {
        switch (group.kind) {
        case KvKind::full: term.bytes_per_token += growth(group, deployment); break;
        case KvKind::index: term.index += growth(group, deployment) * term.tokens.count(); break;
        case KvKind::window:
        case KvKind::chunk:
        case KvKind::image: term.window += window_bytes(group, deployment); break;
        case KvKind::state: term.state += state_bytes(group, deployment); break;
        }
    }
    term.bytes = term.bytes_per_token * term.tokens.count() + term.window + term.state + term.index;
    term.formula = {Message::formula_kv, {{"per_token", term.bytes_per_token}, {"tokens", term.tokens}}};
    add_other_parts(term);
    return term;
}

KvCacheTerm kv_cache_term(const Model& model, const Deployment& deployment) {
    if (!model.unknown_architecture.empty()) {
        KvCacheTerm term;
        term.tokens = deployment.context * sequences(deployment);
        term.formula = {Message::formula_unknown, {{"reason", model.unknown_architecture}}};
        return term;
    }
    const bool rule = deployment.basis == BasisChoice::rule;
    auto term = kv_account(rule ? plain_layout(model.architecture.dims) : kv_layout(model.architecture), deployment);
    term.basis = rule ? Basis::rule : Basis::shape;
    return term;
}

}  // namespace sizer
