// The course's exercises. The expected numbers are worked by hand in the comments.
#include "program.hpp"

#include <catch2/catch.hpp>

using sizer::test::run_line;

namespace {
const std::string k_example = "--model llama70b --ctx 8192 --sessions 32 ";

std::string verdict_on(const std::string& line) {
    return run_line(line).json()["result"]["fits"][0]["verdict"].get<std::string>();
}

std::uint64_t weights_of(const std::string& line) {
    return run_line(line).json()["result"]["terms"]["weights"]["bytes"].get<std::uint64_t>();
}
}  // namespace

TEST_CASE("the course's worked example closes to the byte", "[course]") {
    // weights      70e9 x 0.57                                    =  39,900,000,000
    // per token    2 x 80 layers x 8 heads x 128 x 2 bytes        =         327,680
    // tokens       8,192 x 32                                     =         262,144
    // kv_cache     327,680 x 262,144                              =  85,899,345,920
    // activations  32 x 125e6                                     =   4,000,000,000
    // overhead                                                        2,000,000,000
    // total                                                       = 131,799,345,920
    // required     x 1.15 = 151,569,247,808; x 1.20 = 158,159,215,104
    const auto result = run_line(k_example).json()["result"];
    const auto& terms = result["terms"];
    CHECK(terms["weights"]["bytes"] == 39'900'000'000);
    CHECK(terms["kv_cache"]["bytes_per_token"] == 327'680);
    CHECK(terms["kv_cache"]["tokens"] == 262'144);
    CHECK(terms["kv_cache"]["bytes"] == 85'899'345'920);
    CHECK(terms["activations"]["bytes"] == 4'000'000'000);
    CHECK(terms["overhead"]["bytes"] == 2'000'000'000);
    CHECK(result["total_bytes"] == 131'799'345'920);
    CHECK(result["required_bytes"]["low"] == 151'569'247'808);
    CHECK(result["required_bytes"]["high"] == 158'159'215'104);
    CHECK(result["dominant_term"] == "kv_cache");
    CHECK(terms["kv_cache"]["share_percent"] == 65.2);  // 85.899 / 131.799 = 0.6517
    CHECK(terms["kv_cache"]["times_weights"] == 2.2);   // 85.899 / 39.9 = 2.153
}

TEST_CASE("70B with 32 sessions: no on one H100, fits two and one B200", "[course]") {
    // One H100 reports 81,559 MiB = 85.5 GB against 158.2 GB. Two: each holds 39.9/2 + 85.9/2 + 4 + 2 = 68.9 GB,
    // x 1.2 = 82.7 <= 85.5. One B200 reports 183,359 MiB = 192.3 GB.
    CHECK(verdict_on(k_example + "--hardware h100") == "no");
    CHECK(verdict_on(k_example + "--hardware 2xh100") == "fits");
    CHECK(verdict_on(k_example + "--hardware b200") == "fits");
}

TEST_CASE("8-bit KV alone is not enough on one H100; with 16 sessions or 4,096 tokens it is", "[course]") {
    // 85.9 / 2 = 42,949,672,960; total 88,849,672,960 x 1.15 = 102.2 GB > 85.5.
    const auto eight_bit = run_line(k_example + "--kv-format int8 --hardware h100").json()["result"];
    CHECK(eight_bit["terms"]["kv_cache"]["bytes"] == 42'949'672'960);
    CHECK(eight_bit["total_bytes"] == 88'849'672'960);
    CHECK(eight_bit["fits"][0]["verdict"] == "no");
    // 16 sessions: cache 21,474,836,480, activations 2e9: 65,374,836,480; x 1.2 = 78.4 <= 85.5.
    const auto sixteen =
        run_line("--model llama70b --ctx 8192 --sessions 16 --kv-format int8 --hardware h100").json()["result"];
    CHECK(sixteen["total_bytes"] == 65'374'836'480);
    CHECK(sixteen["fits"][0]["verdict"] == "fits");
    // 4,096 tokens, 32 sessions: cache 21,474,836,480, activations 4e9: 67,374,836,480; x 1.2 = 80.8 <= 85.5.
    const auto shorter =
        run_line("--model llama70b --ctx 4096 --sessions 32 --kv-format int8 --hardware h100").json()["result"];
    CHECK(shorter["total_bytes"] == 67'374'836'480);
    CHECK(shorter["fits"][0]["verdict"] == "fits");
}

TEST_CASE("13B in FP32, BF16, INT8 and Q4_K_M takes 52, 26, 13 and 7.4 GB", "[course]") {
    const std::string thirteen = "--params 13B --layers 40 --kv-heads 40 --d-head 128 --format ";
    CHECK(weights_of(thirteen + "fp32") == 52'000'000'000);   // 13e9 x 4
    CHECK(weights_of(thirteen + "bf16") == 26'000'000'000);   // 13e9 x 2
    CHECK(weights_of(thirteen + "int8") == 13'000'000'000);   // 13e9 x 1
    CHECK(weights_of(thirteen + "q4_k_m") == 7'410'000'000);  // 13e9 x 0.57
}

TEST_CASE("the course's table of 8B formats", "[course]") {
    CHECK(weights_of("--model llama8b --format fp32") == 32'000'000'000);
    CHECK(weights_of("--model llama8b --format fp16") == 16'000'000'000);
    CHECK(weights_of("--model llama8b --format fp8") == 8'000'000'000);
    CHECK(weights_of("--model llama8b --format q5_k_m") == 5'680'000'000);  // 8e9 x 0.71
    CHECK(weights_of("--model llama8b --format q4_k_m") == 4'560'000'000);  // 8e9 x 0.57
    CHECK(weights_of("--model llama8b --format q3_k_m") == 3'440'000'000);  // 8e9 x 0.43
    CHECK(weights_of("--model llama8b --format nf4") == 4'000'000'000);     // 8e9 x 0.5
}

TEST_CASE("8B with 16 sessions of 8,192 tokens does not fit an RTX 4090", "[course]") {
    // per token 2 x 32 x 8 x 128 x 2 = 131,072; x 131,072 tokens = 17,179,869,184, 3.8 x the 4.56 GB of weights.
    const auto result = run_line("--model llama8b --ctx 8192 --sessions 16 --hardware rtx-4090").json()["result"];
    CHECK(result["terms"]["kv_cache"]["bytes"] == 17'179'869'184);
    CHECK(result["terms"]["kv_cache"]["times_weights"] == 3.8);
    CHECK(result["fits"][0]["verdict"] == "no");
}

TEST_CASE("flags alone, the batch, and activations given by hand give the course's figures", "[course]") {
    const auto total = [](const std::string& line) { return run_line(line).json()["result"]["total_bytes"]; };
    CHECK(total("--params 70e9 --layers 80 --kv-heads 8 --d-head 128 --format Q4_K_M --ctx 8k --sessions 32") ==
          131'799'345'920);
    CHECK(total("--model llama70b --ctx 8192 --batch 4 --sessions 8") == 131'799'345'920);
    // The course keeps a flat 4 GB of activations: 65,374,836,480 - 2e9 + 4e9 = 67,374,836,480, its "68 GB" with 6 GB
    // flat.
    CHECK(total("--model llama70b --ctx 8192 --sessions 16 --kv-format int8 --activations 4GB") == 67'374'836'480);
}

TEST_CASE("the rule is one flag away for any model", "[course]") {
    // 70,553,706,496 parameters x 0.57 = 40,215,612,702.7, rounded up.
    const auto terms = run_line("--model llama-3.3-70b --basis rule --format q4_k_m --ctx 8192 --sessions 32")
                           .json()["result"]["terms"];
    CHECK(terms["weights"]["basis"] == "rule");
    CHECK(terms["weights"]["bytes"] == 40'215'612'703);
    CHECK(terms["kv_cache"]["bytes"] == 85'899'345'920);
}
