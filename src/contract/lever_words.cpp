#include "contract/lever_words.hpp"

namespace sizer {
namespace {

constexpr std::uint32_t k_four_bits_tenths = 40;

std::string_view flag_of(LeverKind kind) {
    switch (kind) {
    case LeverKind::kv_format: return "--kv-format";
    case LeverKind::sessions: return "--sessions";
    case LeverKind::batch: return "--batch";
    case LeverKind::context: return "--ctx";
    case LeverKind::weight_format: return "--format";
    case LeverKind::model: return "--model";
    case LeverKind::devices:
    case LeverKind::device: break;
    }
    return "--hardware";
}

}  // namespace

std::string typed_flags(const Lever& lever) {
    std::string text;
    for (const auto& step : lever.steps) {
        if (!text.empty()) { text += ' '; }
        text += std::string(flag_of(step.kind)) + ' ' + step.value;
    }
    return text;
}

Statement change_of(const LeverStep& step) {
    switch (step.kind) {
    case LeverKind::kv_format: return {Message::change_kv_format, {{"format", step.value}}};
    case LeverKind::sessions: return {Message::change_sessions, {{"sessions", step.value}}};
    case LeverKind::batch: return {Message::change_batch, {{"batch", step.value}}};
    case LeverKind::context: return {Message::change_context, {{"context", step.value}}};
    case LeverKind::weight_format: return {Message::change_weight_format, {{"format", step.value}}};
    case LeverKind::model: return {Message::change_model, {{"model", step.value}}};
    case LeverKind::devices:
    case LeverKind::device: break;
    }
    return {Message::change_machine, {{"machine", step.value}}};
}

std::optional<Statement> cost_of(const LeverStep& step) {
    if (step.kind == LeverKind::kv_format) { return Statement{Message::cost_cache_precision}; }
    if (step.kind != LeverKind::weight_format) { return std::nullopt; }
    if (step.nominal_bits_tenths < k_four_bits_tenths) { return Statement{Message::cost_low_bits}; }
    if (step.perplexity_permille == 0) { return std::nullopt; }
    return Statement{Message::cost_perplexity, {{"increase", PerMille{step.perplexity_permille}}}};
}

}  // namespace sizer
