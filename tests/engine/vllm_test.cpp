#include "program.hpp"

#include <catch2/catch.hpp>

using namespace sizer::test;

namespace {

constexpr double k_gib = 1024.0 * 1024.0 * 1024.0;

nlohmann::ordered_json result_of(const std::string& line) { return run_line(line + " --output json").json()["result"]; }

double gib(const nlohmann::ordered_json& bytes) { return bytes.get<double>() / k_gib; }

}  // namespace

// Logs of vLLM 0.19 on an H100 (79.19 GiB, utilisation 0.95):
// https://github.com/llm-d-incubation/llm-d-planner/pull/205
TEST_CASE("Llama 3.1 8B on one H100: weights, peak, pool and tokens are those of the log", "[vllm]") {
    const auto engine = result_of("--model llama-3.1-8b --format bf16 --kv-format bf16 --ctx 8192 --hardware h100 "
                                  "--engine vllm:version=0.19,utilization=0.95")["engine"];
    CHECK(gib(engine["per_device"]["weights_bytes"]) == Approx(14.99).epsilon(0.01));
    CHECK(gib(engine["per_device"]["activations_bytes"]) == Approx(1.89).epsilon(0.02));
    CHECK(gib(engine["available_kv_bytes"]) == Approx(58.11).epsilon(0.005));
    CHECK(engine["kv_tokens"].get<double>() == Approx(476'000).epsilon(0.005));
    CHECK(engine["starts"] == true);
}

TEST_CASE("0.15 and 0.16 profiled the sampler wider than 0.18", "[vllm]") {
    const auto pool = [](const std::string& version) {
        return gib(result_of("--model qwen3-14b --format bf16 --ctx 8192 --hardware h100 --engine vllm:version=" +
                             version + ",utilization=0.95")["engine"]["available_kv_bytes"]);
    };
    CHECK(pool("0.16") == Approx(41.94).epsilon(0.005));
    CHECK(pool("0.18") == Approx(45.23).epsilon(0.005));
}

TEST_CASE("a rank holds its share of the weights, the first stage the embedding too", "[vllm]") {
    const auto weights = [](const std::string& split) {
        return gib(result_of("--model llama-3.1-8b --format bf16 --ctx 8192 --engine vllm --hardware " +
                             split)["engine"]["per_device"]["weights_bytes"]);
    };
    CHECK(weights("4xh100 --tp 4") == Approx(3.77).epsilon(0.01));
    CHECK(weights("2xh100 --tp 1 --pp 2") == Approx(7.51).epsilon(0.01));
    CHECK(weights("4xh100 --tp 1 --pp 4") == Approx(4.26).epsilon(0.01));
}

// https://github.com/vllm-project/vllm/issues/10517: 0.6 on an RTX 3090, 29,000 tokens: 2.89 GiB are left, 23,648
// tokens, "0.82x", and it does not start; 20,000 tokens do, with a longer context the profile is cut into chunks and it
// does.
TEST_CASE("before 0.8 the profile grows with the context, and the engine says that it will not start", "[vllm]") {
    const auto at = [](const std::string& context) {
        return result_of(
            "--model llama-3.1-8b --format bf16 --engine vllm:version=0.6,utilization=0.9 --hardware rtx-3090 "
            "--ctx " +
            context);
    };
    const auto refused = at("29000");
    CHECK(refused["engine"]["starts"] == false);
    CHECK(refused["engine"]["kv_tokens"].get<double>() == Approx(23'648).epsilon(0.02));
    CHECK(refused["engine"]["max_concurrency"].get<double>() == Approx(0.82).margin(0.02));
    CHECK(refused["fits"][0]["verdict"] == "no");
    CHECK(at("20000")["engine"]["starts"] == true);
    CHECK(at("35000")["engine"]["starts"] == true);
}

TEST_CASE("the largest context starts, and one block more does not", "[vllm]") {
    const std::string line = "--model qwen3-32b --format bf16 --engine vllm --hardware h100 --ctx ";
    const auto largest = result_of(line + "1000000")["engine"]["largest_context"].get<std::uint64_t>();
    CHECK(result_of(line + std::to_string(largest))["engine"]["starts"] == true);
    CHECK(result_of(line + std::to_string(largest + 16))["engine"]["starts"] == false);
}

TEST_CASE("layers with a window are charged full pages", "[vllm]") {
    // gpt-oss-20b: 24 layers x 2 x 8 heads x 64 x 2 B = 49,152 B a token, x 8,192 x 32 = 12.0 GiB.
    const auto result = result_of("--model gpt-oss-20b --format mxfp4 --engine vllm --ctx 8192 --sessions 32");
    CHECK(result["terms"]["kv_cache"]["bytes"] == 12'884'901'888);
}

TEST_CASE("tokens are held in whole blocks", "[vllm]") {
    const auto result = result_of("--model llama-3.1-8b --engine vllm --ctx 8193 --sessions 2");
    CHECK(result["terms"]["kv_cache"]["tokens"] == 2 * 8208);
}

TEST_CASE("a cache format or a version that vLLM has not is refused", "[vllm]") {
    CHECK(run_line("--model qwen3-8b --engine vllm --kv-format q8_0").status == 2);
    const auto outcome = run_line("--model qwen3-8b --engine vllm:version=new");
    CHECK(outcome.status == 2);
    CHECK(outcome.err.find("0.19") != std::string::npos);
}
