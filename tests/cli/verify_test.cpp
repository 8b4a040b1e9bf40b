#include "program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using sizer::test::run_program;
using sizer::test::words;

namespace {

// https://github.com/SciSharp/LLamaSharp/issues/1099: Qwen2.5 3B, build 4701 of llama.cpp.
const std::string k_qwen = "[llama Info]: llama_kv_cache_init:      CUDA0 KV buffer size =   144.00 MiB\n"
                           "[llama Info]: llama_init_from_model: KV self size  =  144.00 MiB, K (f16):   72.00 MiB, V "
                           "(f16):   72.00 MiB\n"
                           "[llama Info]: llama_init_from_model:  CUDA_Host  output buffer size =     0.58 MiB\n"
                           "[llama Info]: llama_init_from_model:      CUDA0 compute buffer size =   300.75 MiB\n"
                           "[llama Info]: llama_init_from_model:  CUDA_Host compute buffer size =    12.01 MiB\n";

/// https://github.com/ollama/ollama/issues/13552
std::string phi_log() { return SIZER_TEST_DIR "/contract/start.log"; }

sizer::test::Outcome verify_input(const std::string& log, const std::string& options) {
    return run_program(words("verify - " + options), log);
}

nlohmann::ordered_json term(const nlohmann::ordered_json& contract, const std::string& name) {
    for (const auto& one : contract["result"]["terms"]) {
        if (one["term"] == name) { return one; }
    }
    FAIL("no term " + name);
    return {};
}

}  // namespace

TEST_CASE("a log on standard input is held against the budget, term by term", "[verify]") {
    const auto done = verify_input(k_qwen, "--model qwen2.5-3b --ctx 4096");
    REQUIRE(done.status == 0);
    const auto contract = done.json();
    CHECK(contract["kind"] == "verification");
    CHECK(contract["seed"] == 42);
    CHECK(contract["result"]["within"] == true);
    // 36 layers x 2 x 256 x 2 bytes x 4,096 cells, exactly the log's 144 MiB.
    CHECK(term(contract, "kv_cache")["predicted_bytes"] == 144 * 1024 * 1024);
    CHECK(term(contract, "kv_cache")["observed_bytes"] == 144 * 1024 * 1024);
    CHECK(term(contract, "kv_cache")["line"] == 1);
    CHECK(term(contract, "compute")["error_percent"] == 0.0);
    CHECK(term(contract, "compute")["within"] == true);
}

TEST_CASE("a term off by more than the tolerance is exit 1, and a wider one forgives it", "[verify]") {
    const std::string half = "--model qwen2.5-3b --ctx 2048";
    const auto done = verify_input(k_qwen, half);
    CHECK(done.status == 1);
    CHECK(term(done.json(), "kv_cache")["within"] == false);
    CHECK(term(done.json(), "kv_cache")["error_percent"] == -50.0);
    CHECK(verify_input(k_qwen, half + " --tolerance 50").status == 0);
}

TEST_CASE("settings of the log are used unless the command line has its own", "[verify]") {
    const auto contract = run_program({"verify", phi_log(), "--model", "phi-4", "--format", "Q4_K_M"}).json();
    const auto& deployment = contract["inputs"]["deployment"];
    CHECK(deployment["context"] == 4096);
    CHECK(deployment["engine"] == "ollama");
    CHECK(deployment["engine_options"]["flash_attn"] == "off");
    CHECK(deployment["engine_options"]["batch"] == "512");
    const auto own = run_program({"verify", phi_log(), "--model", "phi-4", "--ctx", "8k", "--engine",
                                  "llama.cpp:flash_attn=on", "--kv-format", "q8_0"})
                         .json()["inputs"]["deployment"];
    CHECK(own["context"] == 8192);
    CHECK(own["kv_format"] == "Q8_0");
    CHECK(own["engine"] == "llama.cpp");
    CHECK(own["engine_options"]["flash_attn"] == "on");
    CHECK(own["engine_options"]["batch"] == "512");
}

TEST_CASE("the weights and the cache of a real log are met within its rounding", "[verify]") {
    const auto contract = run_program({"verify", phi_log(), "--model", "phi-4", "--format", "Q4_K_M"}).json();
    CHECK(term(contract, "weights")["within"] == true);
    CHECK(term(contract, "host_weights")["error_percent"] == 0.0);
    CHECK(term(contract, "kv_cache")["error_percent"] == 0.0);
}

TEST_CASE("rounding of the log counts as agreement even without tolerance", "[verify]") {
    const auto contract = verify_input(k_qwen, "--model qwen2.5-3b --ctx 4096 --tolerance 0").json();
    // 607,744 bytes are 0.5796 MiB, which the log prints as 0.58.
    CHECK(term(contract, "output")["within"] == true);
}

TEST_CASE("the table shows what was predicted, observed and off", "[verify]") {
    const auto done = verify_input(k_qwen, "--model qwen2.5-3b --ctx 2048 --output table");
    CHECK(done.status == 1);
    CHECK(done.out.find("predicted") != std::string::npos);
    CHECK(done.out.find("-50.0 %") != std::string::npos);
    CHECK(done.out.find("Off by more than 5 %: kv_cache") != std::string::npos);
}

TEST_CASE("what the engine named does not predict is shown, not judged", "[verify]") {
    const auto done = verify_input("(EngineCore pid=107) INFO 07-06 22:52:09 [gpu_worker.py:508] Available KV cache "
                                   "memory: 5.98 GiB\n",
                                   "--model qwen3-8b --engine llama.cpp");
    CHECK(done.status == 3);
    const auto contract = done.json();
    CHECK(term(contract, "available_kv")["predicted_bytes"].is_null());
    CHECK(term(contract, "available_kv")["within"].is_null());
    CHECK(contract["result"]["within"].is_null());
}

TEST_CASE("bad logs are bad input, with what, where and how to mend", "[verify]") {
    const auto check = [](const sizer::test::Outcome& done, const std::string& said) {
        CHECK(done.status == 2);
        CHECK(done.out.empty());
        CHECK(done.err.find(said) != std::string::npos);
        CHECK(done.err.find("hint: ") != std::string::npos);
    };
    check(verify_input("hello\n", "--model qwen3-8b"), "no start of llama.cpp, Ollama or vLLM");
    check(verify_input("", "--model qwen3-8b"), "the file is empty");
    check(verify_input(k_qwen + "llama_kv_cache: CUDA0 KV buffer size = 1e99 MiB\n", "--model qwen3-8b"), "line 6");
    check(verify_input("llama_context: n_ctx = 0\n" + k_qwen, "--model qwen3-8b"), "line 1");
    check(verify_input(k_qwen, "--model -"), "standard input");
    check(verify_input(k_qwen, "--model qwen3-8b --tolerance 5-6"), "not a tolerance");
    check(verify_input(k_qwen, "--model qwen3-8b --require-fit"), "--require-fit");
    check(run_program(words("verify --model qwen3-8b")), "no log given");
    check(run_program(words("verify no-such.log --model qwen3-8b")), "no such file");
    check(run_program(words("--model qwen3-8b --tolerance 5")), "belongs to \"sizer verify\"");
}

TEST_CASE("a hostile log cannot drive the terminal", "[verify]") {
    const auto done =
        verify_input("load_tensors: \x1b]0;owned\x07 CUDA0 model buffer size = \x1b[31mx\n", "--model qwen3-8b");
    CHECK(done.status == 2);
    CHECK(std::none_of(done.err.begin(), done.err.end(), [](char c) { return c == '\x1b' || c == '\x07'; }));
}
