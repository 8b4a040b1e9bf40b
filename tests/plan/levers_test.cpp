#include "program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

using namespace sizer::test;

namespace {

using Json = nlohmann::ordered_json;

Json levers_of(const std::string& line) { return run_line(line + " --output json").json()["result"]["levers"]; }

const Json* with_flag(const Json& levers, const std::string& flag) {
    const auto found =
        std::find_if(levers.begin(), levers.end(), [&](const Json& each) { return each["flag"] == flag; });
    return found == levers.end() ? nullptr : &*found;
}

std::string answer_to(const Json& contract, const std::string& start) {
    for (const auto& step : contract["decisions"]) {
        if (step["question"].get<std::string>().starts_with(start)) { return step["answer"]; }
    }
    return "";
}

/// The request with the values of the flags in `change` in place of its own.
std::string replaced(const std::string& request, const std::string& change) {
    auto all = words(request);
    const auto changes = words(change);
    for (std::size_t i = 0; i < changes.size(); i += 2) {
        const auto same = std::find(all.begin(), all.end(), changes[i]);
        if (same != all.end()) {
            *std::next(same) = changes[i + 1];
        } else {
            all.insert(all.end(), {changes[i], changes[i + 1]});
        }
    }
    std::string line;
    for (const auto& word : all) { line += word + " "; }
    return line;
}

}  // namespace

TEST_CASE("the course's chain: 8-bit KV is not enough, with half the sessions or half the context it is", "[levers]") {
    const auto levers = levers_of("--model llama70b --ctx 8192 --sessions 32 --hardware h100");
    // 131,799,345,920 less half of the cache's 85,899,345,920.
    const auto* cache = with_flag(levers, "--kv-format int8");
    REQUIRE(cache != nullptr);
    CHECK((*cache)["total_bytes"] == 88'849'672'960);
    CHECK((*cache)["saves_bytes"] == 42'949'672'960);
    CHECK((*cache)["verdict"] == "no");
    // A quarter of the cache is left, 21,474,836,480; 16 sequences take 2 GB, 32 take 4.
    const auto* sessions = with_flag(levers, "--kv-format int8 --sessions 16");
    REQUIRE(sessions != nullptr);
    CHECK((*sessions)["total_bytes"] == 65'374'836'480);
    CHECK((*sessions)["verdict"] == "fits");
    const auto* context = with_flag(levers, "--kv-format int8 --ctx 4096");
    REQUIRE(context != nullptr);
    CHECK((*context)["total_bytes"] == 67'374'836'480);
    CHECK((*context)["verdict"] == "fits");
}

TEST_CASE("where the cache dominates, a larger device for the weights is the wrong lever", "[levers]") {
    const auto contract = run_line("--model llama70b --ctx 8192 --sessions 32 --hardware h100").json();
    CHECK(answer_to(contract, "Is a larger device for the weights") == "no, it is the wrong lever");
    CHECK(answer_to(contract, "Which pair") == "--kv-format int8 --sessions 16");
}

TEST_CASE("where the weights dominate, a lower weight format comes first and says its quality", "[levers]") {
    // Llama 3.1 8B in 16 bits is 16 GB: no 12 GB card holds it; in 8 bits half of it goes.
    const auto levers = levers_of("--model llama-3.1-8b --format f16 --hardware rtx-3060-12gb");
    REQUIRE(!levers.empty());
    CHECK(levers[0]["flag"].get<std::string>().starts_with("--format"));
    CHECK(levers[0]["saves_bytes"] > 5'000'000'000);
    // llama.cpp's table for Llama 3 8B: Q4_K_M +2.816 %.
    const auto gguf = levers_of("--model llama-3.1-8b --format q8_0 --hardware rtx-3050 --ctx 512 --overhead 1GB");
    const auto* q4 = with_flag(gguf, "--format Q4_K_M");
    REQUIRE(q4 != nullptr);
    CHECK((*q4)["costs"][0] == "perplexity +2.8 % over 16 bits, measured on Llama 3 8B");
}

TEST_CASE("every lever typed as it is said gives the total and the verdict that it said", "[levers]") {
    const std::vector<std::string> requests = {
        "--model llama70b --ctx 8192 --sessions 32 --hardware h100",
        "--model qwen3-32b --format q8_0 --ctx 32k --sessions 4 --hardware rtx-4090",
        "--model gpt-oss-120b --ctx 128k --sessions 8 --hardware l40s",
        "--model deepseek-v3 --format q4_k_m --ctx 16k --hardware 4xh100",
        "--model gemma-3-27b --format q4_k_m --engine llama.cpp --ctx 128k --hardware rtx-4090",
    };
    for (const auto& request : requests) {
        const auto levers = levers_of(request);
        CHECK(!levers.empty());
        for (const auto& lever : levers) {
            const std::string flag = lever["flag"];
            INFO(request << " and " << flag);
            const auto typed = run_line(replaced(request, flag) + " --output json").json()["result"];
            CHECK(typed["total_bytes"] == lever["total_bytes"]);
            CHECK(typed["fits"][0]["verdict"] == lever["verdict"]);
        }
    }
}

TEST_CASE("nothing is proposed where everything asked for fits", "[levers]") {
    CHECK(!run_line("--model llama8b --hardware h100").json()["result"].contains("levers"));
}
