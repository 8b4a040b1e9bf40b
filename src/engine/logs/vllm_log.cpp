#include "engine/logs/scans.hpp"

#include <algorithm>
#include <array>
#include <utility>

// Source of the lines: vLLM's worker.py and gpu_worker.py, gpu_model_runner.py, kv_cache_utils.py, executor_base.py and
// core.py, 0.2 to 0.24. Its "GB" are GiB: a bf16 Llama 3.1 8B of 16.06e9 bytes "took 14.9888 GB".

namespace sizer {
namespace {

/// What follows "name=" or "'name': ", the two ways in which vLLM prints a setting.
std::optional<std::string_view> setting(const LogLine& line, const std::string& name) {
    if (const auto value = line.after("'" + name + "': ")) { return value; }
    for (const std::string_view before : {" ", ",", "(", "--"}) {
        if (const auto value = line.after(std::string(before) + name + "=")) { return value; }
    }
    return std::nullopt;
}

/// The ranks print their own numbers: the fullest counts.
void keep_most(VllmStart& start, LogTerm term, const LogNumber& number) {
    const auto [found, fresh] = start.observed.try_emplace(term, number);
    if (!fresh && found->second.value < number.value) { found->second = number; }
}

/// The rank with the smallest pool decides for all.
void keep_least(VllmStart& start, LogTerm term, const LogNumber& number) {
    const auto [found, fresh] = start.observed.try_emplace(term, number);
    if (!fresh && found->second.value > number.value) { found->second = number; }
}

struct Mark {
    std::string_view text;
    LogTerm term;
};
constexpr std::array k_fullest = {
    Mark{"Model loading took ", LogTerm::weights},
    Mark{"Loading model weights took ", LogTerm::weights},
    Mark{"model weights take ", LogTerm::weights},
    Mark{"PyTorch activation peak memory takes ", LogTerm::activations},
    Mark{"torch peak memory increase: ", LogTerm::activations},
    Mark{"non_torch_memory takes ", LogTerm::non_torch},
    Mark{"non-torch forward increase memory: ", LogTerm::non_torch},
};
constexpr std::array k_pools = {
    Mark{"Available KV cache memory: ", LogTerm::available_kv},
    Mark{"the rest of the memory reserved for KV Cache is ", LogTerm::available_kv},
};

/// Lines that tell how it was started. Others may quote a user's prompt, which can say anything.
bool tells_settings(const LogLine& line) {
    constexpr std::array<std::string_view, 7> k_marks = {"non-default args: ",      "LLM engine (",
                                                         "args: Namespace(",        "gpu_memory_utilization (",
                                                         "gpu-memory-utilization=", "Chunked prefill is enabled",
                                                         "Using max model len "};
    return std::any_of(k_marks.begin(), k_marks.end(), [&](std::string_view mark) { return line.has(mark); });
}

}  // namespace

void VllmScan::begin(const LogLine& line) {
    const bool server = line.has("vLLM API server version ");
    const auto engine = line.after("LLM engine (v");
    if (!server && !engine && !line.has("non-default args: ")) { return; }
    m_seen = true;
    if (!m_starts.back().observed.empty()) { m_starts.emplace_back(); }
    if (const auto version = line.after("vLLM API server version ")) { m_version = word_at(*version); }
    if (engine) { m_version = word_at(*engine); }
}

void VllmScan::read_settings(const LogLine& line) {
    auto& start = m_starts.back();
    auto& settings = start.settings;
    const auto count = [&](const char* name) -> std::optional<LogNumber> {
        const auto value = setting(line, name);
        if (!value || word_at(*value) == "None") { return std::nullopt; }
        return count_at(*value, line);
    };
    for (const char* name : {"max_model_len", "max_seq_len"}) {
        if (const auto value = count(name)) { settings.context = value; }
    }
    if (const auto value = line.after("Using max model len ")) { settings.context = count_at(*value, line); }
    if (const auto value = count("tensor_parallel_size")) { settings.tensor_parallel = value; }
    if (const auto value = count("pipeline_parallel_size")) { settings.pipeline_parallel = value; }
    if (const auto value = count("block_size")) {
        start.block = std::max<std::uint64_t>(1, value->value);
        set_option(settings, "block", std::to_string(start.block));
    }
    if (const auto value = count("max_num_batched_tokens")) {
        set_option(settings, "max_batched_tokens", std::to_string(value->value));
    }
    if (const auto value = count("max_num_seqs")) {
        set_option(settings, "max_num_seqs", std::to_string(value->value));
    }
    for (const char* name : {"gpu_memory_utilization", "gpu-memory-utilization"}) {
        if (const auto value = setting(line, name)) { set_option(settings, "utilization", word_at(*value)); }
    }
    if (const auto value = line.after("gpu_memory_utilization (")) {
        set_option(settings, "utilization", word_at(*value));
    }
    if (const auto value = setting(line, "enforce_eager")) {
        set_option(settings, "eager", word_at(*value) == "True" ? "on" : "off");
    }
    if (const auto value = setting(line, "kv_cache_dtype")) {
        const std::string format = word_at(*value);
        settings.k_format = settings.v_format = format == "auto" ? "" : format.substr(0, format.find("_e"));
    }
    if (const auto value = setting(line, "quantization")) {
        std::string format = word_at(*value);
        if (const auto marlin = format.find("_marlin"); marlin != std::string::npos) { format.resize(marlin); }
        const bool plain = format == "awq" || format == "gptq" || format == "fp8";
        settings.weight_format = plain ? format : "";
    }
}

void VllmScan::read_memory(const LogLine& line) {
    auto& start = m_starts.back();
    for (const auto& mark : k_fullest) {
        if (const auto size = line.after(mark.text)) { keep_most(start, mark.term, size_at(*size, line)); }
    }
    for (const auto& mark : k_pools) {
        if (const auto size = line.after(mark.text)) { keep_least(start, mark.term, size_at(*size, line)); }
    }
    if (const auto size = line.after("total_gpu_memory (")) { start.total_memory = size_at(*size, line); }
    const auto graphs = line.after("Graph capturing finished in ");
    const auto took = graphs ? graphs->find("took ") : std::string_view::npos;
    if (took != std::string_view::npos) {
        constexpr std::string_view k_took = "took ";
        keep_most(start, LogTerm::cuda_graphs, size_at(graphs->substr(took + k_took.size()), line));
    }
}

void VllmScan::read_pool(const LogLine& line) {
    auto& start = m_starts.back();
    if (const auto tokens = line.after("GPU KV cache size: ")) {
        keep_least(start, LogTerm::kv_tokens, count_at(*tokens, line));
    }
    for (const std::string_view mark : {"# cuda blocks: ", "# GPU blocks: "}) {
        if (const auto blocks = line.after(mark)) {
            LogNumber tokens = count_at(*blocks, line);
            tokens.value = checked_mul(tokens.value, start.block);
            keep_least(start, LogTerm::kv_tokens, tokens);
        }
    }
    const auto concurrency = line.after("Maximum concurrency for ");
    const auto colon = concurrency ? concurrency->find(": ") : std::string_view::npos;
    if (colon != std::string_view::npos) {
        if (!start.settings.context) { start.settings.context = count_at(*concurrency, line); }
        keep_least(start, LogTerm::max_concurrency, hundredths_at(concurrency->substr(colon + 2), line));
    }
}

void VllmScan::read(const LogLine& line) {
    begin(line);
    const bool vllm = m_seen || line.has("Maximum concurrency for ") || line.has("GPU KV cache size: ") ||
                      line.has("Model loading took ") || line.has("Available KV cache memory: ");
    if (!vllm) { return; }
    m_seen = true;
    if (tells_settings(line)) { read_settings(line); }
    read_memory(line);
    read_pool(line);
}

std::optional<EngineLog> VllmScan::result() const {
    const auto found = std::find_if(m_starts.rbegin(), m_starts.rend(), [](const VllmStart& start) {
        return start.observed.contains(LogTerm::weights) && start.observed.size() > 1;
    });
    const auto any = std::find_if(m_starts.rbegin(), m_starts.rend(),
                                  [](const VllmStart& start) { return !start.observed.empty(); });
    const auto chosen = found == m_starts.rend() ? any : found;
    if (chosen == m_starts.rend()) { return std::nullopt; }
    EngineLog log{.engine = LogEngine::vllm, .version = m_version, .settings = chosen->settings};
    for (const auto& [term, number] : chosen->observed) { log.observed.push_back({term, number}); }
    const auto degree = [](const std::optional<LogNumber>& given) { return given ? given->value : std::uint64_t{1}; };
    const auto ranks =
        checked_mul(degree(chosen->settings.tensor_parallel), degree(chosen->settings.pipeline_parallel));
    constexpr std::uint64_t k_most_ranks = 65'536;
    log.devices = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(ranks, 1, k_most_ranks));
    log.device_memory = Bytes(chosen->total_memory.value);
    return log;
}

}  // namespace sizer
