// Expected numbers: llama_get_memory_breakdown() of llama.cpp v0.5.0 (2026-09-28) on GGUF files of these models'
// dimensions.

#include "program.hpp"

#include <catch2/catch.hpp>

using namespace sizer::test;

namespace {

nlohmann::ordered_json terms(const std::string& line) {
    const Outcome outcome = run_line(line + " --output json");
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    return outcome.json()["result"]["terms"];
}

std::uint64_t cache(const std::string& line) { return terms(line)["kv_cache"]["bytes"]; }

Outcome refused(const std::string& line) {
    Outcome outcome = run_line(line);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    return outcome;
}

}  // namespace

TEST_CASE("llama.cpp rounds a context up to 256 cells and a session's share again", "[llama.cpp]") {
    CHECK(cache("--model llama-3.1-8b --engine llama.cpp --ctx 1000") == 134'217'728);
    CHECK(cache("--model llama-3.1-8b --engine llama.cpp --ctx 64 --sessions 4") == 134'217'728);
    CHECK(cache("--model llama-3.1-8b --engine llama.cpp:kv=unified --ctx 64 --sessions 4") == 33'554'432);
}

TEST_CASE("llama.cpp keeps a window and a micro-batch of cells in window layers", "[llama.cpp]") {
    CHECK(cache("--model gemma-3-4b --engine llama.cpp --ctx 32768") == 853'540'864);
    CHECK(cache("--model gemma-3-4b --engine llama.cpp:swa_full=on --ctx 32768") == 4'563'402'752);
}

TEST_CASE("llama.cpp keeps one latent row of MLA, in whole steps of the device when quantised", "[llama.cpp]") {
    CHECK(cache("--model deepseek-v3 --engine llama.cpp --ctx 8192 --format q4_k_m") == 575'668'224);
    const auto padded = terms("--model gemma-2-9b --engine llama.cpp --ctx 4096 --kv-format q8_0");
    CHECK_FALSE(padded["kv_cache"].contains("padding_bytes"));  // rows of 2,048 elements are whole steps
    CHECK(terms("--model qwen2.5-0.5b --engine llama.cpp --ctx 8192 --kv-format q8_0")["kv_cache"]["padding_bytes"] ==
          53'501'952 - 53'477'376);
}

TEST_CASE("the cache's parts add up to its bytes", "[llama.cpp]") {
    const auto kv = terms("--model gemma-3-4b --engine llama.cpp --ctx 8192 --kv-format q8_0")["kv_cache"];
    const auto part = [&](const char* key) { return kv[key].get<std::uint64_t>(); };
    CHECK(part("bytes") == part("bytes_per_token") * part("tokens") + part("window_bytes") + part("state_bytes") +
                               part("index_bytes") + (kv.contains("padding_bytes") ? part("padding_bytes") : 0));
}

TEST_CASE("the compute buffer holds the logits of the micro-batch only when they are all kept", "[llama.cpp]") {
    const std::string line = "--model llama-3.1-8b --ctx 8192 --engine llama.cpp:backend=";
    CHECK(terms(line + "cpu,logits=all")["activations"]["compute_bytes"] == 279'447'552);
    CHECK(terms(line + "cpu,logits=last")["activations"]["compute_bytes"] == Approx(130'035'744).epsilon(0.001));
    const auto gpu = terms(line + "gpu,logits=all")["activations"];
    CHECK(gpu["compute_bytes"] == Approx(271'056'896).epsilon(0.001));
    CHECK(gpu["host_bytes"] == Approx(25'180'160).epsilon(0.001));
    CHECK(gpu["output_bytes"] == 4 * 128'256);
    CHECK(gpu["bytes"].get<std::uint64_t>() ==
          gpu["compute_bytes"].get<std::uint64_t>() + gpu["output_bytes"].get<std::uint64_t>());
}

TEST_CASE("without flash attention the scores of a micro-batch live in the compute buffer", "[llama.cpp]") {
    const auto cpu = terms("--model llama-3.1-8b --ctx 8192 --engine llama.cpp:backend=cpu,flash_attn=off");
    CHECK(cpu["activations"]["compute_bytes"] == Approx(599'795'712).epsilon(0.001));
}

TEST_CASE("what llama.cpp refuses is an error that says so", "[llama.cpp]") {
    const auto flash = refused("--model llama-3.1-8b --kv-format q8_0 --engine llama.cpp:flash_attn=off");
    CHECK(flash.err.find("without flash attention") != std::string::npos);
    CHECK(refused("--model llama-3.1-8b --kv-format fp8 --engine llama.cpp").err.find("q8_0") != std::string::npos);
    refused("--model deepseek-v3 --kv-format q8_0/f16 --engine llama.cpp");
}

TEST_CASE("an engine's mistakes name the choices", "[engine]") {
    CHECK(refused("--model llama-3.1-8b --engine lama.cpp").err.find("llama.cpp") != std::string::npos);
    CHECK(refused("--model llama-3.1-8b --engine llama.cpp:ubach=1").err.find("ubatch") != std::string::npos);
    CHECK(refused("--model llama-3.1-8b --engine llama.cpp:backend=tpu").err.find("gpu, cpu") != std::string::npos);
    CHECK(refused("--model llama-3.1-8b --engine llama.cpp:ubatch").err.find("KEY=VALUE") != std::string::npos);
    CHECK(refused("--model llama-3.1-8b --engine llama.cpp:ubatch=0").err.find("ubatch") != std::string::npos);
}

TEST_CASE("layers that are not on the GPU leave its account, the output layer comes first", "[llama.cpp]") {
    const auto device = [](const std::string& layers) {
        const auto outcome = run_line("--model llama-3.1-8b --ctx 8192 --hardware rtx-4090 --output json --engine "
                                      "llama.cpp:gpu_layers=" +
                                      layers);
        REQUIRE(outcome.status == 0);
        return outcome.json()["result"]["engine"]["per_device"];
    };
    CHECK(device("all") == device("33"));
    CHECK(device("17")["kv_cache_bytes"] == 1'073'741'824 / 2);
    CHECK(device("1")["kv_cache_bytes"] == 0);
    CHECK(device("1")["weights_bytes"] > 0);
    CHECK(device("0")["weights_bytes"] == 0);
}

TEST_CASE("an architecture whose compute buffer was not measured, or scatters, says so", "[llama.cpp]") {
    const auto said = [](const std::string& model) {
        return run_line("--model " + model + " --engine llama.cpp --output json").out.find("scatters") !=
               std::string::npos;
    };
    CHECK_FALSE(said("llama-3.1-8b"));
    CHECK(said("deepseek-v3"));
}

TEST_CASE("a model given by a few dimensions keeps the rule's activations", "[llama.cpp]") {
    const auto all = terms("--params 70B --layers 80 --kv-heads 8 --d-head 128 --format q4_k_m --engine llama.cpp");
    CHECK(all["activations"]["basis"] == "rule");
    CHECK(all["kv_cache"]["basis"] == "engine");
}

TEST_CASE("engines that share llama.cpp's code say that they were not measured", "[engine]") {
    const auto outcome = run_line("--model llama-3.1-8b --engine ollama --output json");
    REQUIRE(outcome.status == 0);
    CHECK(outcome.out.find("was not held against measurements of ollama") != std::string::npos);
    CHECK(run_line("engines --output json").json().size() >= 5);
    CHECK(run_line("engines llama.cpp --output table").out.find("ubatch=512") != std::string::npos);
}
