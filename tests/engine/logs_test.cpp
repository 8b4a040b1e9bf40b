#include <sizer/engine_log.hpp>
#include <sizer/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace sizer;

namespace {

constexpr double k_mib = 1024.0 * 1024.0;
constexpr double k_gib = 1024.0 * k_mib;

EngineLog read(const std::string& text) { return read_engine_log(text, "start.log"); }

std::optional<LogNumber> find(const EngineLog& log, LogTerm term) {
    const auto found = std::find_if(log.observed.begin(), log.observed.end(),
                                    [&](const LogObservation& one) { return one.term == term; });
    return found == log.observed.end() ? std::nullopt : std::optional(found->number);
}

/// what the log has of that term, in its unit.
double in(double unit, const EngineLog& log, LogTerm term) {
    const auto number = find(log, term);
    REQUIRE(number);
    return static_cast<double>(number->value) / unit;
}

std::string option(const EngineLog& log, const std::string& key) {
    for (const auto& [name, value] : log.settings.engine_options) {
        if (name == key) { return value; }
    }
    return "";
}

Problem refusal(const std::string& text) {
    try {
        const auto unused = read(text);
    } catch (const InputError& error) { return error.problems().front(); }
    FAIL("the log was taken");
    return {};
}

// https://github.com/ggml-org/llama.cpp/pull/8035: two cards, two layers on the host.
const std::string k_two_cards = "llm_load_tensors: offloaded 78/81 layers to GPU\n"
                                "llm_load_tensors:        CPU buffer size = 22994.45 MiB\n"
                                "llm_load_tensors:      CUDA0 buffer size = 12633.25 MiB\n"
                                "llm_load_tensors:      CUDA1 buffer size =  8652.00 MiB\n"
                                "llama_new_context_with_model: n_ctx      = 8192\n"
                                "llama_new_context_with_model: n_batch    = 2048\n"
                                "llama_new_context_with_model: n_ubatch   = 512\n"
                                "llama_new_context_with_model: flash_attn = 0\n"
                                "llama_kv_cache_init:  CUDA_Host KV buffer size =    64.00 MiB\n"
                                "llama_kv_cache_init:      CUDA0 KV buffer size =  1472.00 MiB\n"
                                "llama_kv_cache_init:      CUDA1 KV buffer size =  1024.00 MiB\n"
                                "llama_new_context_with_model: KV self size  = 2560.00 MiB, K (f16): 1280.00 MiB, V "
                                "(f16): 1280.00 MiB\n"
                                "llama_new_context_with_model:  CUDA_Host  output buffer size =     0.98 MiB\n"
                                "llama_new_context_with_model:      CUDA0 compute buffer size =  1108.50 MiB\n";

}  // namespace

TEST_CASE("llama.cpp's buffers are summed over its devices, the host's apart", "[logs]") {
    const auto log = read(k_two_cards);
    CHECK(log.engine == LogEngine::llama_cpp);
    CHECK(log.devices == 2);
    CHECK(in(k_mib, log, LogTerm::weights) == Approx(12633.25 + 8652.00));
    CHECK(in(k_mib, log, LogTerm::host_weights) == Approx(22994.45));
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(1472 + 1024));
    CHECK(in(k_mib, log, LogTerm::host_kv_cache) == Approx(64));
    CHECK(in(k_mib, log, LogTerm::output) == Approx(0.98).epsilon(1e-6));
    CHECK(find(log, LogTerm::weights)->line == 3);
    CHECK(log.settings.context->value == 8192);
    CHECK(log.settings.k_format == "f16");
    CHECK(option(log, "ubatch") == "512");
    CHECK(option(log, "flash_attn") == "off");
    CHECK(option(log, "gpu_layers") == "78");
}

TEST_CASE("the log's own rounding is half of its last digit", "[logs]") {
    const auto log = read(k_two_cards);
    // 0.005 MiB for each of two lines.
    CHECK(find(log, LogTerm::kv_cache)->rounding == 2 * 5243);
}

TEST_CASE("a log of the CPU alone has no host terms: the host is the device", "[logs]") {
    // https://github.com/JamePeng/llama-cpp-python/issues/89
    const auto log = read("load_tensors:   CPU_Mapped model buffer size =  8300.36 MiB\n"
                          "llama_context: n_seq_max     = 1\n"
                          "llama_context: n_ctx         = 4096\n"
                          "llama_context: flash_attn    = auto\n"
                          "llama_context: kv_unified    = false\n"
                          "llama_context:        CPU  output buffer size =     0.58 MiB\n");
    CHECK(log.devices == 0);
    CHECK(in(k_mib, log, LogTerm::weights) == Approx(8300.36));
    CHECK_FALSE(find(log, LogTerm::host_weights));
    CHECK(option(log, "backend") == "cpu");
    CHECK(option(log, "flash_attn") == "auto");
    CHECK(option(log, "kv") == "split");
}

TEST_CASE("colours, carriage returns and a word before the line do not hide it", "[logs]") {
    // https://github.com/ggml-org/llama.cpp/issues/27680, with its terminal's colours.
    const auto log = read("\x1b[34m1.14.608.511\x1b[0m \x1b[32mI \x1b[0mllama_context: n_outputs_max         = 1\r\n"
                          "\x1b[34m1.14.608.918\x1b[0m \x1b[32mI \x1b[0mllama_context:  CUDA_Host  output buffer size "
                          "=     0.49 MiB\r\n"
                          "\x1b[34m1.14.610.021\x1b[0m \x1b[32mI \x1b[0mllama_kv_cache:      CUDA0 KV buffer size =  "
                          " 182.75 MiB\r\n");
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(182.75));
    CHECK(find(log, LogTerm::kv_cache)->line == 3);
    // Logits are kept for one position alone.
    CHECK(option(log, "logits").empty());
}

TEST_CASE("a log in UTF-16, as a Windows shell saves it, is read", "[logs]") {
    std::string wide = "\xFF\xFE";
    for (const char c : k_two_cards) {
        wide += c;
        wide += '\0';
    }
    CHECK(in(k_mib, read(wide), LogTerm::kv_cache) == Approx(2496));
}

TEST_CASE("of several starts in one log the last complete one counts", "[logs]") {
    const std::string again = "llama_model_loader: loaded meta data with 39 key-value pairs and 434 tensors\n"
                              "load_tensors:        CUDA0 model buffer size =  1834.82 MiB\n";
    CHECK(in(k_mib, read(k_two_cards + again), LogTerm::host_weights) == Approx(22994.45));
    const auto complete = again + "llama_kv_cache_init:      CUDA0 KV buffer size =   144.00 MiB\n";
    const auto log = read(k_two_cards + complete);
    CHECK(in(k_mib, log, LogTerm::weights) == Approx(1834.82));
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(144));
    CHECK_FALSE(find(log, LogTerm::host_weights));
    CHECK(find(log, LogTerm::weights)->line == 16);
}

TEST_CASE("a draft model's buffers are not those of the model it guesses for", "[logs]") {
    const auto log = read(k_two_cards + "srv    load_model: loading draft model 'draft.gguf'\n"
                                        "llama_model_loader: loaded meta data with 39 key-value pairs\n"
                                        "load_tensors:        CUDA0 model buffer size =   500.00 MiB\n"
                                        "llama_kv_cache:      CUDA0 KV buffer size =   112.00 MiB\n");
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(2496));
}

TEST_CASE("a context made again replaces the one before it", "[logs]") {
    const auto log = read(k_two_cards + "llama_context: n_ctx         = 4096\n"
                                        "llama_kv_cache:      CUDA0 KV buffer size =   800.00 MiB\n");
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(800));
    CHECK(log.settings.context->value == 4096);
    CHECK_FALSE(find(log, LogTerm::host_kv_cache));
}

TEST_CASE("an image tower's compute buffer is not the model's", "[logs]") {
    const auto log = read(k_two_cards + "alloc_compute_meta:      CUDA0 compute buffer size =   198.93 MiB\n");
    CHECK(in(k_mib, log, LogTerm::compute) == Approx(1108.5));
}

TEST_CASE("where no buffers are printed, the engine's own table of them is taken", "[logs]") {
    // https://github.com/ollama/ollama/issues/17482, and the line of the slots from
    // https://github.com/ggml-org/llama.cpp/pull/26296
    const std::string head =
        "common_memory_breakdown_print: | memory breakdown [MiB] | total    free     self   model   "
        "context   compute    unaccounted |\n";
    const auto log = read(
        head +
        "common_memory_breakdown_print: |   - CUDA0 (RTX 3090)   | 24124 = 23860 + (15946 = 15364 +     411 +     170) "
        "+      -15681 |\n"
        "common_memory_breakdown_print: |   - Host               |                    804 =   682 +       0 +     122  "
        " "
        "             |\n"
        "0.03.883.647 I srv    load_model: initializing, n_slots = 1, n_ctx_slot = 65536, kv_unified = 'false'\n");
    CHECK(log.projected);
    CHECK(log.devices == 1);
    CHECK(in(k_mib, log, LogTerm::weights) == Approx(15364));
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(411));
    CHECK(in(k_mib, log, LogTerm::compute) == Approx(170));
    CHECK(in(k_mib, log, LogTerm::host_weights) == Approx(682));
    CHECK(in(k_mib, log, LogTerm::host_compute) == Approx(122));
    CHECK(find(log, LogTerm::weights)->rounding == 512 * 1024);
    CHECK(log.settings.context->value == 65'536);
    CHECK(option(log, "kv") == "split");
    // Buffers, where they are printed, are what was really allocated.
    CHECK_FALSE(read(head + k_two_cards).projected);
}

TEST_CASE("the context of a model's own next-token layers is not the model's", "[logs]") {
    // The words of https://github.com/ggml-org/llama.cpp/pull/26296, the buffers of
    // https://github.com/ggml-org/llama.cpp/pull/22673
    const auto log =
        read(k_two_cards + "common_speculative_init_result: creating MTP draft context against the target model\n"
                           "llama_context: n_ctx         = 4096\n"
                           "llama_kv_cache:      ROCm0 KV buffer size =    32.00 MiB\n"
                           "sched_reserve:      ROCm0 compute buffer size =   490.00 MiB\n");
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(2496));
    CHECK(in(k_mib, log, LogTerm::compute) == Approx(1108.5));
    CHECK(log.settings.context->value == 8192);
}

TEST_CASE("Ollama's own engine prints what it allocated in its own words", "[logs]") {
    // https://github.com/ollama/ollama/pull/11090 and https://github.com/ollama/ollama/issues/12027
    const auto log = read(
        "time=2025-07-18T14:51:00.015Z level=INFO source=ggml.go:116 msg=\"\" architecture=mistral3 file_type=Q8_0\n"
        "time=2025-07-18T14:51:00.217Z level=INFO source=ggml.go:362 msg=\"offloaded 41/41 layers to GPU\"\n"
        "time=2025-07-18T14:51:00.217Z level=INFO source=ggml.go:365 msg=\"model weights\" buffer=CUDA1 size=\"11.9 "
        "GiB\"\n"
        "time=2025-07-18T14:51:00.217Z level=INFO source=ggml.go:365 msg=\"model weights\" buffer=CPU size=\"680.0 "
        "MiB\"\n"
        "time=2025-07-18T14:51:00.217Z level=INFO source=ggml.go:365 msg=\"model weights\" buffer=CUDA0 size=\"11.5 "
        "GiB\"\n"
        "time=2025-08-24T08:26:00.310Z level=INFO source=backend.go:321 msg=\"kv cache\" device=CUDA0 size=\"936.0 "
        "MiB\"\n"
        "time=2025-08-24T08:26:00.310Z level=INFO source=backend.go:332 msg=\"compute graph\" device=CUDA0 size=\"98.0 "
        "MiB\"\n"
        "time=2025-08-24T08:26:00.310Z level=INFO source=backend.go:337 msg=\"compute graph\" device=CPU size=\"8.0 "
        "MiB\"\n"
        "time=2025-08-24T08:26:00.310Z level=INFO source=backend.go:342 msg=\"total memory\" size=\"5.4 GiB\"\n");
    CHECK(log.engine == LogEngine::ollama);
    CHECK(in(k_gib, log, LogTerm::weights) == Approx(23.4));
    CHECK(in(k_mib, log, LogTerm::host_weights) == Approx(680));
    CHECK(in(k_mib, log, LogTerm::kv_cache) == Approx(936));
    CHECK(in(k_mib, log, LogTerm::compute) == Approx(98));
    CHECK(in(k_mib, log, LogTerm::host_compute) == Approx(8));
    CHECK(log.settings.weight_format == "Q8_0");
}

TEST_CASE("Ollama's settings stand on its runner's command line", "[logs]") {
    // https://github.com/ollama/ollama/issues/8098
    const auto log =
        read("time=2024-12-15T01:34:58.907+09:00 level=INFO source=server.go:376 msg=\"starting llama server\" "
             "cmd=\"/usr/lib/ollama/runners/cuda_v12_avx/ollama_llama_server runner --model blobs/sha256-dde5aa3 "
             "--ctx-size 8192 --batch-size 512 --n-gpu-layers 29 --threads 104 --parallel 4 --port 38609\"\n"
             "llama_kv_cache_init:      CUDA0 KV buffer size =   896.00 MiB\n");
    CHECK(log.settings.context->value == 8192);
    CHECK(log.settings.sequences->value == 4);
    CHECK(option(log, "ubatch") == "512");
    // One pool for all sequences, before the engine could split it.
    CHECK(option(log, "kv") == "unified");
}

TEST_CASE("vLLM's account of one card is read from its second generation", "[logs]") {
    // https://github.com/LMCache/LMCache/pull/1740
    const auto log = read(
        "(EngineCore_DP0 pid=1019664) INFO 10-08 06:06:53 [gpu_worker.py:298] Available KV cache memory: 2.98 GiB\n"
        "(EngineCore_DP0 pid=1019664) INFO 10-08 06:06:53 [kv_cache_utils.py:864] GPU KV cache size: 21,712 tokens\n"
        "(EngineCore_DP0 pid=1019664) INFO 10-08 06:06:53 [kv_cache_utils.py:868] Maximum concurrency for 16,384 "
        "tokens per request: 1.33x\n"
        "(EngineCore_DP0 pid=1019664) INFO 10-08 06:06:56 [gpu_model_runner.py:3118] Graph capturing finished in 3 "
        "secs, took 0.77 GiB\n");
    CHECK(log.engine == LogEngine::vllm);
    CHECK(in(k_gib, log, LogTerm::available_kv) == Approx(2.98));
    CHECK(find(log, LogTerm::kv_tokens)->value == 21'712);
    CHECK(find(log, LogTerm::max_concurrency)->value == 133);
    CHECK(in(k_gib, log, LogTerm::cuda_graphs) == Approx(0.77));
    CHECK(log.settings.context->value == 16'384);
}

TEST_CASE("vLLM's first generation prints blocks, and what profiling found", "[logs]") {
    // https://github.com/SystemPanic/vllm-windows/issues/6
    const auto log =
        read("INFO 04-04 17:57:59 [model_runner.py:1146] Model loading took 0.4678 GB and 114.953146 seconds\n"
             "INFO 04-04 17:58:00 [worker.py:268] the current vLLM instance can use total_gpu_memory (16.00GiB) x "
             "gpu_memory_utilization (0.90) = 14.40GiB\n"
             "INFO 04-04 17:58:00 [worker.py:268] model weights take 0.47GiB; non_torch_memory takes 0.03GiB; PyTorch "
             "activation peak memory takes 0.50GiB; the rest of the memory reserved for KV Cache is 13.40GiB.\n"
             "INFO 04-04 17:58:00 [executor_base.py:111] # cuda blocks: 12200, # CPU blocks: 3640\n"
             "INFO 04-04 17:58:00 [executor_base.py:116] Maximum concurrency for 2048 tokens per request: 95.31x\n");
    CHECK(in(k_gib, log, LogTerm::weights) == Approx(0.47));
    CHECK(in(k_gib, log, LogTerm::non_torch) == Approx(0.03));
    CHECK(in(k_gib, log, LogTerm::activations) == Approx(0.5));
    CHECK(in(k_gib, log, LogTerm::available_kv) == Approx(13.4));
    CHECK(find(log, LogTerm::kv_tokens)->value == 12'200 * 16);
    CHECK(find(log, LogTerm::max_concurrency)->value == 9'531);
    CHECK(log.device_memory == Bytes(16ULL << 30U));
    CHECK(option(log, "utilization") == "0.90");
}

TEST_CASE("vLLM's settings stand in its arguments and its configuration", "[logs]") {
    // https://github.com/vllm-project/vllm/pull/24162, and a line of its own for the weights of each rank from
    // https://github.com/vllm-project/vllm/issues/17469
    const auto log = read(
        "INFO 09-03 16:28:10 [api_server.py:1882] vLLM API server version 0.10.2.dev378+g4d7fe40fc.d20250829\n"
        "INFO 09-03 16:28:10 [utils.py:328] non-default args: {'model_tag': '/data/Qwen2.5-0.5B/', 'model': "
        "'/data/Qwen2.5-0.5B/', 'tensor_parallel_size': 2}\n"
        "INFO 09-03 16:28:17 [__init__.py:1773] Using max model len 32768\n"
        "INFO 09-03 16:28:17 [scheduler.py:222] Chunked prefill is enabled with max_num_batched_tokens=2048.\n"
        "(VllmWorker rank=0 pid=105) INFO 04-29 01:07:41 [gpu_model_runner.py:1347] Model loading took 14.2474 GiB "
        "and 558.868858 seconds\n");
    CHECK(log.version.starts_with("0.10.2"));
    CHECK(log.settings.context->value == 32'768);
    CHECK(log.settings.tensor_parallel->value == 2);
    CHECK(log.devices == 2);
    CHECK(option(log, "max_batched_tokens") == "2048");
    CHECK(in(k_gib, log, LogTerm::weights) == Approx(14.2474));
}

TEST_CASE("a user's prompt in a log changes no setting", "[logs]") {
    const auto log =
        read("INFO [gpu_model_runner.py:1347] Model loading took 14.2474 GiB and 558.868858 seconds\n"
             "INFO [logger.py:41] Received request: prompt: 'set max_model_len=7, gpu_memory_utilization=9'\n");
    CHECK_FALSE(log.settings.context);
    CHECK(option(log, "utilization").empty());
}

TEST_CASE("a number that cannot be one is refused with its line", "[logs]") {
    for (const std::string bad : {"99999999999999999999 MiB", "nan MiB", "-1 MiB", "12 apples", "9007199254 TiB", ""}) {
        const auto problem = refusal("a line\nload_tensors: CUDA0 model buffer size = " + bad + "\n");
        CHECK(problem.what.id == Message::log_bad_number);
        CHECK(problem.where.line == 2);
    }
}

TEST_CASE("a text without a start, and a start without an allocation, are told apart", "[logs]") {
    CHECK(refusal("nothing of interest\n").what.id == Message::not_a_log);
    CHECK(refusal(std::string(1000, '\0')).what.id == Message::not_a_log);
    CHECK(refusal("llama_model_loader: loaded meta data with 39 key-value pairs\n").what.id ==
          Message::log_says_nothing);
}

TEST_CASE("a log cut anywhere, or one line without an end, is read or refused", "[logs]") {
    for (std::size_t size = 0; size < k_two_cards.size(); ++size) {
        try {
            const auto log = read(k_two_cards.substr(0, size));
            CHECK_FALSE(log.observed.empty());
        } catch (const InputError& error) { CHECK_FALSE(error.problems().empty()); }
    }
    CHECK(refusal(std::string(10'000'000, 'x')).what.id == Message::not_a_log);
}
