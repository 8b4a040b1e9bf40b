#include "engine/logs/scans.hpp"

#include <array>
#include <string>

// Source of the lines: Ollama's llm/server.go (the runner's command line and load request), ml/backend/ggml/ggml.go and
// ml/backend.go (the buffers of its own engine), 0.1 to 0.13.

namespace sizer {
namespace {

/// Settings that stand as "--flag VALUE" on the runner's command line, or "Name:VALUE" in a load request.
void read_settings(const LogLine& line, LogSettings& settings) {
    const auto count = [&](std::string_view mark, std::optional<LogNumber>& field) {
        if (const auto value = line.after(mark)) { field = count_at(*value, line); }
    };
    for (const std::string_view mark : {"--ctx-size ", " KvSize:"}) { count(mark, settings.context); }
    for (const std::string_view mark : {"--parallel ", " Parallel:", "{Parallel:"}) { count(mark, settings.sequences); }
    for (const std::string_view mark : {"--batch-size ", " BatchSize:"}) {
        std::optional<LogNumber> batch;
        count(mark, batch);
        if (batch) { set_option(settings, "ubatch", std::to_string(batch->value)); }
    }
    for (const std::string_view mark : {"--kv-cache-type ", " KvCacheType:"}) {
        const auto format = line.after(mark);
        // An empty value is followed by the next name.
        if (!format || format->empty() || format->front() == ' ') { continue; }
        settings.k_format = word_at(*format);
        settings.v_format = settings.k_format;
    }
    if (line.has("--flash-attn")) { set_option(settings, "flash_attn", "on"); }
    if (const auto flash = line.after(" FlashAttention:")) {
        const std::string word = word_at(*flash);
        set_option(settings, "flash_attn", word == "true" || word == "Enabled" ? "on" : "off");
    }
}

std::string where_of(const LogLine& line) {
    for (const std::string_view mark : {" device=", " buffer=", " buffer_type="}) {
        if (const auto where = line.after(mark)) { return word_at(*where); }
    }
    return {};
}

}  // namespace

void LlamaCppScan::read_ollama_buffer(const LogLine& line) {
    const bool weights = line.has("msg=\"model weights\"");
    const bool cache = line.has("msg=\"kv cache\"");
    const bool graph = line.has("msg=\"compute graph\"");
    if (line.has("msg=\"total memory\"")) { m_starts.back().sealed = true; }
    const auto size = line.after(" size=\"");
    const std::string where = where_of(line);
    if (!(weights || cache || graph) || !size || where.empty()) { return; }
    // After its sum the engine tries another layout, or loads another model.
    if (m_starts.back().sealed) {
        LogSettings settings = m_starts.back().settings;
        begin();
        m_starts.back().settings = std::move(settings);
    }
    auto& start = m_starts.back();
    auto& buffers = weights ? start.weights : cache ? start.cache : start.compute;
    buffers[where] = size_at(*size, line, Gigabyte::decimal);
    m_seen = true;
}

void LlamaCppScan::read_ollama(const LogLine& line) {
    const bool request = line.has("Operation:") && line.has("KvSize:");
    const bool command = line.has(" runner ") && line.has("--model ");
    if (request || command || line.has("level=INFO source=")) { m_ollama = true; }
    if (!m_ollama) { return; }
    m_seen = m_seen || request || command;
    if (command) { begin(); }
    if (request || command) { read_settings(line, m_starts.back().settings); }
    if (const auto type = line.after(" file_type=")) { m_starts.back().settings.weight_format = word_at(*type); }
    if (const auto version = line.after("(version ")) { m_version = word_at(*version); }
    read_ollama_buffer(line);
}

}  // namespace sizer
