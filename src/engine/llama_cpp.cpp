#include "engine/every_engine.hpp"
#include "engine/llama_cpp_cells.hpp"
#include "engine/llama_cpp_compute.hpp"
#include "engine/llama_cpp_machine.hpp"
#include "memory/terms.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace sizer {
namespace {

/// The cache types of the engine. Source: llama.cpp v0.5.0, common/arg.cpp, kv_cache_types.
constexpr std::array<std::string_view, 9> k_cache_formats = {"fp32", "fp16", "bf16", "q8_0",  "q5_1",
                                                             "q5_0", "q4_1", "q4_0", "iq4_nl"};

NamedOperand named(std::string_view key, std::string_view name) { return {key, std::string(name)}; }

/// "f16" and "fp16" are the same format; the catalogue's ids differ in case too.
bool is_cache_format(const FormatRow& format) {
    constexpr std::array<BlockWidth, 3> k_plain = {BlockWidth{1, 4}, BlockWidth{1, 2}, BlockWidth{1, 2}};
    const bool plain = std::find(k_plain.begin(), k_plain.end(), format.cache_width) != k_plain.end();
    const std::string id = normalised_name(format.id);
    return plain || std::any_of(k_cache_formats.begin(), k_cache_formats.end(),
                                [&](std::string_view name) { return normalised_name(name) == id; });
}

[[noreturn]] void refuse(Statement what, Message mend) {
    throw InputError(Problem{std::move(what), {"--kv-format"}, {mend}});
}

/// A quantised row is written in whole blocks of one head. Source: llama-context.cpp, llama_init_from_model().
void refuse_broken_heads(const Deployment& deployment, const FormatRow& format, std::uint64_t head) {
    const auto block = format.cache_width.block;
    if (head == 0 || block <= 1 || head % block == 0) { return; }
    refuse({Message::engine_head_not_blocks,
            {named("engine", deployment.engine),
             named("format", format.id),
             {"heads", head},
             {"block", std::uint64_t{block}}}},
           Message::mend_other_cache_format);
}

void refuse_impossible(const Model& model, const Deployment& deployment, const LlamaCppContext& context) {
    const auto engine = named("engine", deployment.engine);
    for (const auto* format : {&deployment.k_format, &deployment.v_format}) {
        if (!is_cache_format(*format)) {
            refuse({Message::engine_no_cache_format, {engine, named("format", format->id)}},
                   Message::mend_other_cache_format);
        }
    }
    const auto& dims = model.architecture.dims;
    const bool latent = dims.mla.kv_lora_rank != 0 && !dims.mla.legacy_full_heads;
    if (latent) {
        if (deployment.k_format.id != deployment.v_format.id) {
            refuse({Message::engine_one_cache_format, {engine, named("model", model.name)}},
                   Message::mend_same_cache_format);
        }
        return refuse_broken_heads(deployment, deployment.k_format,
                                   std::uint64_t{dims.mla.kv_lora_rank} + dims.mla.qk_rope_head_dim);
    }
    if (deployment.v_format.cache_width.block > 1 && !context.flash) {
        refuse({Message::engine_needs_flash, {engine, named("format", deployment.v_format.id)}},
               Message::mend_flash_or_value_format);
    }
    refuse_broken_heads(deployment, deployment.k_format, dims.d_head);
    refuse_broken_heads(deployment, deployment.v_format, dims.d_head_v == 0 ? dims.d_head : dims.d_head_v);
}

ActivationsTerm activations(const Model& model, const Deployment& deployment, const LlamaCppContext& context) {
    ActivationsTerm term = activations_term(deployment);
    const auto& dims = model.architecture.dims;
    // A model given by a few dimensions has no graph to measure: the rule stays.
    if (term.basis == Basis::given || dims.hidden_size == 0 || dims.vocab_size == 0) { return term; }
    const auto buffers = llama_cpp_compute(model, deployment, context);
    term.basis = Basis::engine;
    term.compute = buffers.compute;
    term.output = buffers.output;
    term.host = buffers.host;
    term.approximate = buffers.scattered;
    term.bytes = buffers.compute + buffers.output;
    term.formula = {Message::formula_activations_engine, {{"compute", buffers.compute}, {"output", buffers.output}}};
    return term;
}

Budget terms(const Model& model, const Deployment& deployment) {
    const auto context = llama_cpp_context(model, deployment);
    const bool known = model.unknown_architecture.empty();
    if (known) { refuse_impossible(model, deployment, context); }
    const bool plain = !known || deployment.basis == BasisChoice::rule;
    Budget budget;
    budget.weights = weights_term(model, deployment);
    budget.kv_cache = plain ? kv_cache_term(model, deployment) : llama_cpp_cache(model, deployment, context);
    budget.activations = plain ? activations_term(deployment) : activations(model, deployment, context);
    budget.overhead = overhead_term(deployment, 1);
    return budget;
}

}  // namespace

const Engine k_llama_cpp_engine{.name = "llama.cpp", .terms = terms, .on_machine = llama_cpp_on_machine};

}  // namespace sizer
