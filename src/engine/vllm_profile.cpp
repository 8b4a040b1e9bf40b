#include "engine/vllm_profile.hpp"

#include "memory/terms.hpp"

#include <sizer/engine.hpp>
#include <sizer/error.hpp>

#include <charconv>
#include <string>

namespace sizer {
namespace {

constexpr std::uint64_t k_logit_bytes = 4;       // f32
constexpr std::uint64_t k_activation_bytes = 2;  // bf16
constexpr std::uint64_t k_wide_rows = 4;         // gate and up, their product, and one more of the feed-forward's width

// Minor versions at which the profile changed.
constexpr std::uint64_t k_new_engine = 8;
constexpr std::uint64_t k_wide_sampler_from = 15;
constexpr std::uint64_t k_wide_sampler_to = 16;
constexpr std::uint64_t k_graphs_counted = 21;

/// 19 of "0.19" or "0.19.1"; of 1.0 and later, more than any.
std::uint64_t minor_version(const Deployment& deployment) {
    constexpr std::uint64_t k_later = 1000;
    const auto text = EngineOptions(deployment).text("version");
    const auto* const end = text.data() + text.size();
    std::uint64_t major = 0;
    std::uint64_t minor = 0;
    const auto first = std::from_chars(text.data(), end, major);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == '.') {
        const auto second = std::from_chars(first.ptr + 1, end, minor);
        const bool ends = second.ptr == end || *second.ptr == '.';
        if (second.ec == std::errc() && ends) { return major == 0 ? minor : k_later; }
    }
    throw InputError(
        Problem{{Message::engine_version_unknown, {{"engine", deployment.engine}, {"version", std::string(text)}}},
                {"--engine"},
                {Message::mend_version}});
}

ActivationsTerm of_sampler(const Model& model, const Deployment& deployment, std::uint64_t minor) {
    const EngineOptions options(deployment);
    const bool wide = minor >= k_wide_sampler_from && minor <= k_wide_sampler_to;
    const Ratio factor = options.constant(wide ? "sampler_factor_0_15" : "sampler_factor");
    const std::uint64_t rows = options.count("max_num_seqs").value_or(1);
    const std::uint64_t vocabulary = model.architecture.dims.vocab_size;
    ActivationsTerm term;
    term.bytes = Bytes(checked_mul(checked_mul(rows, vocabulary), k_logit_bytes)) * factor;
    term.formula = {Message::formula_activations_sampler,
                    {{"factor", factor}, {"sequences", rows}, {"vocabulary", vocabulary}}};
    return term;
}

ActivationsTerm of_feed_forward(const Model& model, const Deployment& deployment) {
    const EngineOptions options(deployment);
    const Ratio chunk_from = options.constant("chunked_from");
    const std::uint64_t context = deployment.context.count();
    const std::uint64_t whole = context > chunk_from.numerator ? options.constant("chunk").numerator : context;
    const std::uint64_t tokens = options.count("max_batched_tokens").value_or(whole);
    const std::uint64_t width = model.architecture.dims.intermediate_size;
    ActivationsTerm term;
    term.bytes = Bytes(checked_mul(checked_mul(tokens, width), k_wide_rows * k_activation_bytes));
    term.formula = {Message::formula_activations_profile, {{"tokens", Tokens{tokens}}, {"intermediate", width}}};
    return term;
}

}  // namespace

ActivationsTerm vllm_activations(const Model& model, const Deployment& deployment) {
    ActivationsTerm given = activations_term(deployment);
    const auto minor = minor_version(deployment);
    // A model given by a few dimensions has no vocabulary: the rule stays.
    if (given.basis == Basis::given || model.architecture.dims.vocab_size == 0) { return given; }
    ActivationsTerm term =
        minor < k_new_engine ? of_feed_forward(model, deployment) : of_sampler(model, deployment, minor);
    term.basis = Basis::engine;
    term.sequences = given.sequences;
    return term;
}

OverheadTerm vllm_overhead(const Deployment& deployment, std::uint32_t tensor, std::uint32_t pipeline) {
    OverheadTerm term = overhead_term(deployment, 1);
    if (term.basis == Basis::given) { return term; }
    const EngineOptions options(deployment);
    const char* name = tensor > 1 ? "non_torch_ranks" : pipeline > 1 ? "non_torch_stage" : "non_torch";
    const Bytes outside{options.constant(name).numerator};
    const bool graphs = minor_version(deployment) >= k_graphs_counted && options.is("eager", "off");
    const Bytes captured{graphs ? options.constant("graphs").numerator : 0};
    term.basis = Basis::engine;
    term.bytes = outside + captured;
    term.formula = {Message::formula_overhead_engine, {{"outside", outside}, {"graphs", captured}}};
    return term;
}

}  // namespace sizer
