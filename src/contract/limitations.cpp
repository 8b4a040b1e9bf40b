#include "contract/statements.hpp"
#include "model/kv_layout.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint32_t k_four_bits = 40;  // in tenths of a bit
constexpr std::uint32_t k_node_rung = 3;
constexpr std::uint32_t k_sixteen_bits = 16;  // of a cache element

using Statements = std::vector<Statement>;

NamedOperand named(std::string_view key, std::string_view name) { return {key, std::string(name)}; }

bool narrower_than_16_bits(const FormatRow& format) {
    constexpr std::uint32_t k_bits_in_byte = 8;
    return format.cache_width.bytes * k_bits_in_byte < k_sixteen_bits * format.cache_width.block;
}

void of_terms(const Assessment& a, Statements& said) {
    const auto& budget = a.budget;
    for (const auto name : k_terms) {
        const auto& each = term(budget, name);
        if (!each.bytes && name == TermName::weights && a.deployment.weight_format.packing == Packing::hand_picked) {
            said.push_back({Message::limit_hand_picked, {named("format", a.deployment.weight_format.id)}});
        } else if (!each.bytes) {
            said.push_back({Message::limit_unknown_term,
                            {named("term", term_key(name)), named("reason", a.model.unknown_architecture)}});
        } else if (each.basis == Basis::given) {
            said.push_back({Message::limit_given, {named("term", term_key(name))}});
        }
    }
    if (!a.model.uncounted.empty() && budget.weights.bytes && budget.weights.basis != Basis::file) {
        said.push_back({Message::limit_uncounted, {named("part", a.model.uncounted)}});
    }
    if (budget.weights.formula.id == Message::formula_weights_published) {
        said.push_back({Message::limit_published_size, {named("format", a.deployment.weight_format.id)}});
    }
    if (budget.weights.bytes && budget.weights.basis == Basis::rule) { said.push_back({Message::limit_rule_weights}); }
    if (budget.kv_cache.basis == Basis::rule && budget.kv_cache.bytes) { said.push_back({Message::limit_plain_cache}); }
    if (budget.activations.basis == Basis::rule) { said.push_back({Message::limit_rule_activations}); }
    if (budget.overhead.basis == Basis::rule) { said.push_back({Message::limit_rule_overhead}); }
}

/// The engine charges layers that have a window as if they had none.
bool keeps_full_pages(const Assessment& a) {
    const auto& cache = a.budget.kv_cache;
    if (cache.basis != Basis::engine || cache.window.count() != 0) { return false; }
    const auto layout = kv_layout(a.model.architecture);
    return std::any_of(layout.begin(), layout.end(), [](const KvGroup& group) {
        return group.kind == KvKind::window || group.kind == KvKind::chunk;
    });
}

/// What the engine's row admits: its version, and the terms that nobody held against it.
void of_engine(const Assessment& a, Statements& said) {
    const auto& row = a.deployment.engine_row;
    if (row.version.empty()) { return; }
    const auto engine = named("engine", row.id);
    const auto asked = EngineOptions(a.deployment).text("version");
    if (asked.empty() || asked == row.version) {
        said.push_back({Message::limit_engine_version, {engine, named("version", row.version)}});
    } else {
        said.push_back({Message::limit_other_version, {engine, named("version", asked), named("names", row.version)}});
    }
    if (keeps_full_pages(a)) { said.push_back({Message::limit_full_pages, {engine}}); }
    const bool pool =
        std::any_of(a.fits.begin(), a.fits.end(), [](const Fit& fit) { return fit.engine && fit.engine->pool; });
    if (pool) { said.push_back({Message::limit_pool_margin, {engine}}); }
    if (a.budget.activations.compute) { said.push_back({Message::limit_no_gpu_runtime, {engine}}); }
    if (a.budget.activations.approximate) { said.push_back({Message::limit_compute_buffer, {engine}}); }
    for (const auto& each : row.calibrations) {
        if (each.measurements == 0) {
            said.push_back({Message::limit_uncalibrated, {engine, named("term", each.term)}});
        }
    }
}

void of_request(const Assessment& a, Statements& said) {
    const auto& deployment = a.deployment;
    said.push_back({Message::limit_uniform_context, {{"context", deployment.context}}});
    const auto trained = a.model.architecture.dims.max_context;
    if (trained != 0 && deployment.context.count() > trained) {
        said.push_back(
            {Message::limit_beyond_trained, {{"context", deployment.context}, {"trained", Tokens(trained)}}});
    }
    const auto& format = deployment.weight_format;
    if (format.nominal_bits_tenths != 0 && format.nominal_bits_tenths < k_four_bits) {
        said.push_back({Message::limit_low_bits, {named("format", format.id)}});
    }
    if (narrower_than_16_bits(deployment.k_format) || narrower_than_16_bits(deployment.v_format)) {
        std::string name(deployment.k_format.id);
        if (deployment.v_format.id != deployment.k_format.id) { name += "/" + std::string(deployment.v_format.id); }
        said.push_back({Message::limit_quantised_cache, {{"format", name}}});
    }
    if (a.model.low_confidence) { said.push_back({Message::limit_confidence, {named("model", a.model.name)}}); }
    if (a.model.file && a.model.file->data_missing) { said.push_back({Message::limit_data_missing}); }
}

}  // namespace

void say_machine_limits(const Fit& fit, Statements& said) {
    const auto& device = fit.machine.device;
    const auto name = named("machine", device.name);
    const auto once = [&](Statement statement) {
        const bool there = std::any_of(said.begin(), said.end(), [&](const Statement& other) {
            return other.id == statement.id && !other.operands.empty() &&
                   other.operands.front().value == statement.operands.front().value;
        });
        if (!there) { said.push_back(std::move(statement)); }
    };
    if (device.usable_basis == UsableBasis::nominal) { once({Message::limit_nominal_memory, {name}}); }
    if (device.memory_kind == MemoryKind::unified) { once({Message::limit_unified_memory, {name}}); }
    // Accelerators sold as nodes have a fast link even where the catalogue lacks its figure.
    const bool linked = device.link_gb_s > 0 || device.rung == k_node_rung;
    if (fit.machine.count > 1 && fit.tensor_parallel > 1 && !linked) { once({Message::limit_no_fast_link, {name}}); }
}

std::vector<Statement> limitations(const Assessment& a) {
    Statements said;
    of_terms(a, said);
    of_engine(a, said);
    of_request(a, said);
    for (const auto& fit : a.fits) { say_machine_limits(fit, said); }
    const bool proposed = std::any_of(a.fits.begin(), a.fits.end(), [](const Fit& fit) { return fit.proposed; });
    if (proposed) { said.push_back({Message::limit_proposals}); }
    return said;
}

}  // namespace sizer
