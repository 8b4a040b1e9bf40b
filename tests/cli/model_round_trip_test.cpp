#include "program.hpp"

#include <catch2/catch.hpp>

using namespace sizer;
using namespace sizer::test;

namespace {

/// the model of a contract, given back to the program as a spec, must be the same model.
void check_round_trip(const std::vector<std::string>& arguments, const std::string& input = {}) {
    const auto first = run_program(arguments, input);
    INFO(first.err);
    REQUIRE((first.status == 0 || first.status == 3));
    const auto model = first.json()["inputs"]["model"];
    const auto second = run_program({"--model", "-"}, model.dump());
    INFO(second.err);
    REQUIRE(second.status == first.status);
    auto again = second.json()["inputs"]["model"];
    for (const auto* provenance : {"origin", "source"}) { again[provenance] = model[provenance]; }
    CHECK(again == model);
    CHECK(second.json()["result"]["terms"] == first.json()["result"]["terms"]);
}

}  // namespace

TEST_CASE("A contract's model is a spec of the same model") {
    for (const auto* name : {"llama-3.1-8b", "llama70b", "qwen3-30b-a3b", "deepseek-v3.2", "gemma-4-e2b", "jamba-mini",
                             "nemotron-super-49b", "nemotron-3-super-120b-a12b", "deepseek-v4-flash", "mamba-130m",
                             "llama-3.2-11b-vision", "rwkv-5-world-3b", "bge-m3"}) {
        CAPTURE(name);
        check_round_trip({"--model", name});
    }
}

TEST_CASE("A model of unknown architecture stays unknown") {
    check_round_trip({"--model", "-"}, R"({"model_type": "step9", "num_hidden_layers": 45, "hidden_size": 4096,
        "num_attention_heads": 64, "vocab_size": 128896})");
}
