#pragma once

#include <sizer/quantity.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

/// Whose start a log holds. Ollama's runner is llama.cpp or its own engine; both print what they allocate.
enum class LogEngine : std::uint8_t { llama_cpp, ollama, vllm };

/// What an engine says it allocated. Device terms of llama.cpp are summed over its devices; those of vLLM are of the
/// fullest rank.
enum class LogTerm : std::uint8_t {
    weights,
    kv_cache,
    compute,       ///< llama.cpp's compute buffers
    output,        ///< llama.cpp's logits
    host_weights,  ///< beside a GPU: what stays in the host's memory
    host_kv_cache,
    host_compute,
    host_repacked,  ///< a second copy of weights, in an order that the CPU likes
    activations,    ///< vLLM's peak while it profiles
    non_torch,      ///< vLLM: libraries and contexts that torch does not see
    cuda_graphs,
    available_kv,     ///< vLLM: what the pool for the cache has
    kv_tokens,        ///< vLLM: tokens that the pool holds
    max_concurrency,  ///< vLLM: requests of the full context at once, in hundredths
    count_            // how many there are; not a term
};

/// A number as the log has it. `rounding` is half of its last digit: what the log itself does not know.
struct LogNumber {
    std::uint64_t value = 0;  ///< bytes, tokens or hundredths, as its term says
    std::uint64_t rounding = 0;
    std::uint64_t line = 0;  ///< from 1; of several lines the first
};

struct LogObservation {
    LogTerm term{};
    LogNumber number = {};
};

/// How the engine was started, as far as the log says.
struct LogSettings {
    std::optional<LogNumber> context = {};  ///< tokens; of llama.cpp those of all sequences together
    std::optional<LogNumber> sequences = {};
    std::optional<LogNumber> tensor_parallel = {};
    std::optional<LogNumber> pipeline_parallel = {};
    std::string k_format = {};
    std::string v_format = {};
    std::string weight_format = {};
    std::vector<std::pair<std::string, std::string>> engine_options =
        {};  ///< by the names of `--engine NAME:KEY=VALUE`
};

/// The last complete start of an engine in a log.
struct EngineLog {
    LogEngine engine{};
    std::string version = {};  ///< empty: the log does not say
    LogSettings settings = {};
    std::vector<LogObservation> observed = {};  ///< in the order of LogTerm, each at most once
    std::uint32_t devices = 0;                  ///< that hold something; 0: the CPU alone
    Bytes device_memory = {};                   ///< of one device, as the engine sees it; 0: the log does not say
    bool mapped = false;                        ///< the host's weights are a mapped file
    bool projected = false;                     ///< the engine's own table of what it will allocate, not the buffers
};

/// the most of a log that is read; a start is within its first megabytes.
inline constexpr std::size_t k_most_log_bytes = 256'000'000;

/// the engine's name in the catalogue: "llama.cpp".
[[nodiscard]] std::string_view engine_key(LogEngine engine);

/// what `text` says of an engine's start. Pure; `name` is what errors carry. Throws InputError, with the line, for a
/// text without a start, without an allocation, or with a number that cannot be one.
[[nodiscard]] EngineLog read_engine_log(std::string_view text, const std::string& name);

}  // namespace sizer
