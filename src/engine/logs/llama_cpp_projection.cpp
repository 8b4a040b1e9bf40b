#include "engine/logs/scans.hpp"

#include <array>

// At its standard verbosity llama-server of 2026 prints no buffers, but the table of what it is about to allocate:
//     |   - CUDA0 (RTX 3090)   | 24124 = 23860 + (15946 = 15364 +     411 +     170) +      -15681 |
//     |   - Host               |                    804 =   682 +       0 +     122                |
// total = free + (self = model + context + compute) + unaccounted, in MiB.

namespace sizer {
namespace {

constexpr std::string_view k_table = "memory_breakdown_print: |";
constexpr std::string_view k_mib = " MiB";

/// The number at the start of `text` as whole MiB.
LogNumber mib_at(std::string_view text, const LogLine& line) {
    const auto count = std::to_string(count_at(text, line).value);
    return size_at(count + std::string(k_mib), line);
}

/// "model + context + compute" after the last '=' of the row.
std::optional<std::array<LogNumber, 3>> parts_of(std::string_view row, const LogLine& line) {
    const auto equals = row.rfind('=');
    if (equals == std::string_view::npos) { return std::nullopt; }
    row.remove_prefix(equals + 1);
    std::array<LogNumber, 3> parts;
    for (auto& part : parts) {
        part = mib_at(row, line);
        const auto plus = row.find('+');
        row.remove_prefix(plus == std::string_view::npos ? row.size() : plus + 1);
        if (row.empty() && &part != &parts.back()) { return std::nullopt; }
    }
    return parts;
}

}  // namespace

void LlamaCppScan::read_projection(const LogLine& line) {
    const auto row = line.after(k_table);
    if (!row) { return; }
    m_seen = true;
    auto& start = m_starts.back();
    auto& table = start.projected;
    if (line.has("memory breakdown [MiB]")) {
        // Another trial of the same start: the last one is what it settles on.
        table = {};
        // This name of the function came with logits that are kept for the last positions alone.
        start.outputs_capped = start.outputs_capped || line.has("common_memory_breakdown_print");
        return;
    }
    const auto dash = row->find("- ");
    const auto bar = row->find('|');
    if (dash == std::string_view::npos || bar == std::string_view::npos) { return; }
    const auto parts = parts_of(row->substr(bar), line);
    if (!parts) { return; }
    const std::string name = word_at(row->substr(dash + 2));
    const std::string where = name == "Host" ? "CPU" : name;
    table.weights[where] = parts->at(0);
    table.cache[where] = parts->at(1);
    table.compute[where] = parts->at(2);
}

void LlamaCppScan::read_slots(const LogLine& line) {
    if (line.has("load_model: loading model '")) {
        m_seen = true;
        if (m_starts.back().is_projected()) { m_starts.emplace_back(); }
    }
    auto& settings = m_starts.back().settings;
    const auto slots = line.after("n_slots = ");
    const auto context = line.after("n_ctx_slot = ");
    if (!slots || !context || settings.context) { return; }
    const auto unified = line.after("kv_unified = ");
    const bool one_pool = unified && word_at(*unified) == "true";
    settings.sequences = count_at(*slots, line);
    settings.context = count_at(*context, line);
    // Slots that share one pool each may fill it; else each has its own.
    if (!one_pool) { settings.context->value = checked_mul(settings.context->value, settings.sequences->value); }
    set_option(settings, "kv", one_pool ? "unified" : "split");
}

}  // namespace sizer
