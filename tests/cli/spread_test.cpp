#include "program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sizer::test;

namespace {

nlohmann::ordered_json engines_of(const std::string& line) {
    return run_line(line + " --engine all --output json").json()["result"]["engines"];
}

const nlohmann::ordered_json& row_of(const nlohmann::ordered_json& engines, const std::string& name) {
    const auto found =
        std::find_if(engines.begin(), engines.end(), [&](const auto& row) { return row["name"] == name; });
    REQUIRE(found != engines.end());
    return *found;
}

}  // namespace

TEST_CASE("the same request takes 6.6 GiB of cache in llama.cpp and 12.0 in vLLM, and the spread says so", "[spread]") {
    // gpt-oss-20b, 8,192 x 32: llama.cpp keeps 12 layers in full and 12 of 128 (padded) tokens; vLLM full pages for 24.
    const auto engines = engines_of("--model gpt-oss-20b --ctx 8192 --sessions 32 --hardware h100");
    CHECK(row_of(engines, "vllm")["kv_cache_bytes"] == 12'884'901'888);
    CHECK(row_of(engines, "llama.cpp")["kv_cache_bytes"].get<double>() / (1 << 30) == Approx(6.56).epsilon(0.01));
    CHECK(row_of(engines, "vllm")["because"].get<std::string>().starts_with("kv_cache: 5838471168 bytes"));
    CHECK(std::is_sorted(engines.begin(), engines.end(),
                         [](const auto& a, const auto& b) { return a["total_bytes"] < b["total_bytes"]; }));
}

TEST_CASE("engines that share their code and the account are one row", "[spread]") {
    const auto alike = row_of(engines_of("--model qwen3-8b --format q4_k_m"), "llama.cpp")["alike"];
    CHECK(std::find(alike.begin(), alike.end(), "ollama") != alike.end());
}

TEST_CASE("an engine that refuses the request is a row with its reason, never dropped", "[spread]") {
    const auto engines = engines_of("--model qwen3-8b --kv-format q8_0");
    CHECK(row_of(engines, "vllm")["total_bytes"].is_null());
    CHECK(row_of(engines, "vllm")["refused"][0] == "vllm has no KV cache in Q8_0");
    CHECK(engines.back()["total_bytes"].is_null());
}

TEST_CASE("the spread of a model on standard input reads it once for all", "[spread]") {
    const std::string spec =
        R"({"parameters": 8000000000, "layers": 32, "kv_heads": 8, "d_head": 128, "format": "bf16"})";
    const auto outcome = run_program({"--model", "-", "--engine", "all", "--output", "json"}, spec);
    CHECK(outcome.status == 0);
    CHECK(outcome.json()["result"]["engines"].size() >= 4);
}

TEST_CASE("a log is of one engine: verify does not take all for one", "[spread]") {
    const std::string log = SIZER_TEST_DIR "/contract/start.log";
    const auto outcome = run_program({"verify", log, "--model", "phi-4", "--engine", "all"});
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
}
