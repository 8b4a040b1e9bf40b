#include "program.hpp"

#include <catch2/catch.hpp>

using namespace sizer::test;

// https://github.com/vllm-project/vllm/issues/21348: SGLang 0.4.9, 4 x H100, mem_fraction_static 0.93: 367,404 tokens.
TEST_CASE("Qwen3 235B FP8 on four H100 leaves the pool that the log says", "[sglang]") {
    const auto engine =
        run_line("--model qwen3-235b-a22b --format fp8_block128 --kv-format bf16 --hardware 4xh100 --tp 4 "
                 "--engine sglang:mem_fraction_static=0.93 --output json")
            .json()["result"]["engine"];
    CHECK(engine["kv_tokens"].get<double>() == Approx(367'404).epsilon(0.03));
    CHECK(engine["starts"] == true);
}

// https://github.com/sgl-project/sglang/pull/4826: gemma-3-4b keeps 69,632 B of K for a token, all 34 layers in full.
TEST_CASE("layers with a window are kept in full", "[sglang]") {
    const auto result = run_line("--model gemma-3-4b --format bf16 --engine sglang --output json").json()["result"];
    CHECK(result["terms"]["kv_cache"]["bytes_per_token"] == 2 * 69'632);
}

TEST_CASE("a smaller static share leaves a smaller pool, and a model too large does not start", "[sglang]") {
    const auto engine = [](const std::string& share) {
        return run_line("--model llama-3.1-70b --format fp8 --hardware h100 --engine sglang:mem_fraction_static=" +
                        share + " --output json")
            .json()["result"]["engine"];
    };
    CHECK(engine("0.95")["available_kv_bytes"] > engine("0.9")["available_kv_bytes"]);
    CHECK(engine("0.5")["starts"] == false);
    CHECK(engine("0.5")["largest_context"] == 0);
}
