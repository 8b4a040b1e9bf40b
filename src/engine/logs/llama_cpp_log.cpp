#include "engine/logs/scans.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

// Source of the lines: llama.cpp's llama-model.cpp (load_tensors), llama-context.cpp and llama-kv-cache*.cpp from early
// 2024 to v0.5.0; the functions that print them were renamed several times, the words after them hardly.

namespace sizer {
namespace {

bool names_any(const LogLine& line, std::span<const std::string_view> marks) {
    return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) { return line.has(mark); });
}

void add_to(LogBuffers& buffers, std::string_view where, const LogNumber& number) {
    auto& buffer = buffers[std::string(where)];
    buffer = sum(buffer, number);
}

/// "Q4_K - Medium" is Q4_K_M, "IQ4_XS - 4.25 bpw" IQ4_XS, "all F32" F32.
std::string format_named(std::string_view text) {
    for (const std::string_view prefix : {"(guessed) ", "all ", "mostly "}) {
        if (const auto at = text.find(prefix); at != std::string_view::npos) { text.remove_prefix(at + prefix.size()); }
    }
    if (text.find("MXFP4 MoE") != std::string_view::npos) { return "MXFP4_MOE"; }
    std::string name = word_at(text);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_sizes = {
        {{" - Small", "_S"}, {" - Medium", "_M"}, {" - Large", "_L"}}};
    for (const auto& [size, suffix] : k_sizes) {
        if (text.find(size) != std::string_view::npos) { name += suffix; }
    }
    return name;
}

/// "1", "enabled", "on" and their opposites, "auto".
std::string flash_word(const std::string& word) {
    if (word == "auto" || word == "-1") { return "auto"; }
    return word == "0" || word == "disabled" || word == "off" || word == "false" ? "off" : "on";
}

std::string counted(std::uint64_t count) { return std::to_string(count); }

}  // namespace

void LlamaCppScan::begin() {
    // A start that allocated nothing yet is the same one: Ollama reads a model's vocabulary before it loads it.
    if (m_starts.back().allocated()) { m_starts.emplace_back(); }
    m_starts.back().draft = m_draft_next;
    m_starts.back().closed = false;
    m_draft_next = false;
}

bool LlamaCppScan::read_buffer(const LogLine& line) {
    constexpr std::string_view k_size = " buffer size =";
    constexpr std::string_view k_model = " model buffer size =";
    constexpr std::string_view k_cache = " KV buffer size =";
    constexpr std::string_view k_state = " RS buffer size =";
    constexpr std::string_view k_output = " output buffer size =";
    constexpr std::string_view k_compute = " compute buffer size =";
    // An image tower's own buffers are not the language model's.
    constexpr std::array<std::string_view, 2> k_towers = {"alloc_compute_meta", "clip_"};
    const auto size = line.after(k_size);
    if (!size || names_any(line, k_towers)) { return false; }
    const LogNumber number = size_at(*size, line);
    auto* start = &m_starts.back();
    if (line.has("load_tensors:")) {
        if (start->context_made()) { begin(); }
        start = &m_starts.back();
        add_to(start->weights, line.word_before(line.has(k_model) ? k_model : k_size), number);
    } else if (start->closed) {
        return true;
    } else if (line.has(k_cache)) {
        add_to(start->cache, line.word_before(k_cache), number);
    } else if (line.has(k_state)) {
        add_to(start->cache, line.word_before(k_state), number);
    } else if (line.has(k_output)) {
        start->output[std::string(line.word_before(k_output))] = number;
    } else if (line.has(k_compute)) {
        // Reserved again when the graph changes: the last one counts.
        start->compute[std::string(line.word_before(k_compute))] = number;
    } else {
        return false;
    }
    m_seen = true;
    return true;
}

void LlamaCppScan::read_context(const LogLine& line) {
    constexpr std::array<std::string_view, 3> k_makers = {
        "llama_context: ", "llama_new_context_with_model: ", "llama_init_from_model: "};
    for (const auto maker : k_makers) {
        const auto pair = line.after(maker);
        const auto equals = pair ? pair->find('=') : std::string_view::npos;
        if (!pair || equals == std::string_view::npos) { continue; }
        const std::string key = word_at(*pair);
        const auto value = pair->substr(equals + 1);
        const bool known = key == "n_ctx" || key == "n_seq_max" || key == "n_batch" || key == "n_ubatch" ||
                           key == "flash_attn" || key == "kv_unified" || key == "n_outputs_max";
        if (!known) { continue; }
        m_seen = true;
        auto& start = m_starts.back();
        if (start.closed) { return; }
        if (start.context_made()) {
            // Another context of the same model: the earlier one was a trial, or is gone.
            start.cache.clear();
            start.compute.clear();
            start.output.clear();
        }
        auto& settings = start.settings;
        if (key == "n_ctx") { settings.context = count_at(value, line); }
        if (key == "n_seq_max") { settings.sequences = count_at(value, line); }
        if (key == "n_batch") { set_option(settings, "batch", counted(count_at(value, line).value)); }
        if (key == "n_ubatch") { set_option(settings, "ubatch", counted(count_at(value, line).value)); }
        if (key == "flash_attn") { set_option(settings, "flash_attn", flash_word(word_at(value))); }
        if (key == "kv_unified") { set_option(settings, "kv", word_at(value) == "true" ? "unified" : "split"); }
        if (key == "n_outputs_max") {
            const std::uint64_t sequences = settings.sequences ? settings.sequences->value : 1;
            start.outputs_capped = count_at(value, line).value <= sequences;
        }
    }
}

void LlamaCppScan::read_cache_formats(const LogLine& line) {
    auto& settings = m_starts.back().settings;
    if (!line.has("KV self size") && !line.has("llama_kv_cache") && !line.has("type_k =")) { return; }
    if (const auto k = line.after("K (")) { settings.k_format = word_at(*k); }
    if (const auto v = line.after("V (")) { settings.v_format = word_at(*v); }
    if (const auto k = line.after("type_k =")) { settings.k_format = word_at(*k); }
    if (const auto v = line.after("type_v =")) { settings.v_format = word_at(*v); }
    if (line.has("using full-size SWA cache")) { set_option(settings, "swa_full", "on"); }
}

void LlamaCppScan::read_load(const LogLine& line) {
    if (line.has("loading draft model")) { m_draft_next = true; }
    // It lies in the same model: its layers for the next tokens, with a cache of their own.
    if (line.has("creating MTP draft context")) { m_starts.back().closed = true; }
    if (line.has("llama_model_loader: loaded meta data")) {
        m_seen = true;
        begin();
    }
    auto& settings = m_starts.back().settings;
    for (const std::string_view mark : {"print_info: file type", "model ftype"}) {
        const auto type = line.after(mark);
        const auto equals = type ? type->find('=') : std::string_view::npos;
        if (equals != std::string_view::npos) { settings.weight_format = format_named(type->substr(equals + 1)); }
    }
    const auto offloaded = line.after("offloaded ");
    if (offloaded && line.has(" layers to GPU")) {
        const auto slash = offloaded->find('/');
        const auto layers = count_at(*offloaded, line).value;
        const bool all =
            slash != std::string_view::npos && count_at(offloaded->substr(slash + 1), line).value == layers;
        set_option(settings, "gpu_layers", all ? "all" : counted(layers));
    }
    if (line.has("Flash Attention was auto, set to ")) {
        set_option(settings, "flash_attn", line.has("set to disabled") ? "off" : "on");
    }
}

void LlamaCppScan::read_version(const LogLine& line) {
    for (const std::string_view mark : {"build: ", "version: ", "build = ", "common_params_print_info: build "}) {
        const auto build = line.after(mark);
        // "build: 4701 (be3bbd62) with MSVC": a count and a commit, not the build of something else.
        if (!build || build->empty() || build->front() < '0' || build->front() > '9') { continue; }
        const std::string word = word_at(*build);
        if (build->substr(word.size()).starts_with(" (")) { m_version = "b" + word; }
    }
}

void LlamaCppScan::read(const LogLine& line) {
    read_ollama(line);
    if (read_buffer(line)) { return; }
    read_context(line);
    read_cache_formats(line);
    read_load(line);
    read_projection(line);
    read_slots(line);
    if (!m_ollama) { read_version(line); }
}

}  // namespace sizer
