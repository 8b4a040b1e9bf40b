#include "engine/logs.hpp"

using namespace sizer;
using namespace sizer::test;

namespace {

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
