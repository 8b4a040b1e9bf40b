#pragma once

#include "engine/logs/log_line.hpp"

#include <sizer/engine_log.hpp>

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

/// sets one of the engine's options; the last word wins.
void set_option(LogSettings& settings, std::string_view key, std::string value);

/// Buffers by the name of where they lie: "CUDA0", "CPU_Mapped".
using LogBuffers = std::map<std::string, LogNumber, std::less<>>;

/// Where llama.cpp's three kinds of memory lie.
struct LlamaCppBuffers {
    LogBuffers weights = {};
    LogBuffers cache = {};
    LogBuffers compute = {};
};

/// One start of llama.cpp while it is read.
struct LlamaCppStart : LlamaCppBuffers {
    LogSettings settings = {};
    LlamaCppBuffers projected = {};  ///< the engine's table, where it prints no buffers
    LogBuffers output = {};
    bool draft = false;           ///< of a model that only guesses for another
    bool closed = false;          ///< what follows is of a context that only guesses
    bool outputs_capped = false;  ///< the log says for how many tokens logits are kept
    bool sealed = false;          ///< Ollama's engine has printed its sum: what follows is another try

    [[nodiscard]] bool allocated() const { return !weights.empty() || context_made(); }
    [[nodiscard]] bool context_made() const { return !cache.empty() || !compute.empty(); }
    [[nodiscard]] bool complete() const { return (!weights.empty() && context_made()) || is_projected(); }
    [[nodiscard]] bool is_projected() const { return !allocated() && !projected.weights.empty(); }
};

/// Reads llama.cpp's lines, and Ollama's around them.
class LlamaCppScan {
public:
    void read(const LogLine& line);

    [[nodiscard]] bool seen() const { return m_seen; }

    /// the last complete start, else the last that allocated anything; nothing when none did.
    [[nodiscard]] std::optional<EngineLog> result() const;
    [[nodiscard]] LogEngine engine() const { return m_ollama ? LogEngine::ollama : LogEngine::llama_cpp; }

private:
    void begin();
    bool read_buffer(const LogLine& line);
    void read_context(const LogLine& line);
    void read_cache_formats(const LogLine& line);
    void read_load(const LogLine& line);
    void read_version(const LogLine& line);
    void read_projection(const LogLine& line);
    void read_slots(const LogLine& line);
    void read_ollama(const LogLine& line);
    void read_ollama_buffer(const LogLine& line);

    std::vector<LlamaCppStart> m_starts{1};
    std::string m_version;
    bool m_seen = false;
    bool m_ollama = false;
    bool m_draft_next = false;
};

/// One start of vLLM while it is read.
struct VllmStart {
    LogSettings settings = {};
    std::map<LogTerm, LogNumber> observed = {};
    LogNumber total_memory = {};
    std::uint64_t block = 16;  ///< tokens of a block, where only blocks are printed
};

/// Reads vLLM's lines.
class VllmScan {
public:
    void read(const LogLine& line);
    [[nodiscard]] bool seen() const { return m_seen; }
    [[nodiscard]] std::optional<EngineLog> result() const;

private:
    void begin(const LogLine& line);
    void read_settings(const LogLine& line);
    void read_memory(const LogLine& line);
    void read_pool(const LogLine& line);

    std::vector<VllmStart> m_starts{1};
    std::string m_version;
    bool m_seen = false;
};

}  // namespace sizer
