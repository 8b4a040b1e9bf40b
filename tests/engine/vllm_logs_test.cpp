#include "engine/logs.hpp"

using namespace sizer;
using namespace sizer::test;

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
