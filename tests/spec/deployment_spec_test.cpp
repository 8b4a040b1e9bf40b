#include "spec/deployment_spec_json.hpp"

#include <sizer/error.hpp>

#include <catch2/catch.hpp>

using namespace sizer;

namespace {

DeploymentSpec read(const std::string& text) { return deployment_spec_from_json(text, "serve.json"); }

std::vector<Problem> problems_of(const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const InputError& error) { return error.problems(); }
    return {};
}

}  // namespace

TEST_CASE("A deployment spec gives what it has and nothing else") {
    const auto spec = read(R"({
        "context": "8k", "batch": 2, "sessions": 32, "kv_format": "q8_0/f16", "engine": "llama.cpp",
        "engine_options": {"ubatch": 512, "flash_attn": "auto", "swa_full": false}, "margin": [15, 20],
        "basis": "shape", "hardware": ["2xh100", "b200"], "tp": 2, "pp": 1, "seed": 0,
        "activations": "4GB", "overhead": "0B"})");
    CHECK(spec.context == 8192);
    CHECK(spec.batch == 2);
    CHECK(spec.sessions == 32);
    CHECK(spec.kv_format == "q8_0/f16");
    CHECK(spec.engine == "llama.cpp");
    REQUIRE(spec.engine_options.size() == 3);
    CHECK(spec.engine_options[0] == std::pair<std::string, std::string>("ubatch", "512"));
    CHECK(spec.engine_options[2] == std::pair<std::string, std::string>("swa_full", "false"));
    CHECK(spec.margin == Margin{150, 200});
    CHECK(spec.basis == "shape");
    CHECK(spec.hardware == std::vector<std::string>{"2xh100", "b200"});
    CHECK(spec.tp == 2);
    CHECK(spec.pp == 1);
    CHECK(spec.seed == 0);
    CHECK(spec.activations == 4'000'000'000);
    CHECK(spec.overhead == 0);
    const auto empty = read("{}");
    CHECK_FALSE(empty.context.has_value());
    CHECK_FALSE(empty.margin.has_value());
    CHECK(empty.hardware.empty());
}

TEST_CASE("A margin is a number, a text or two numbers; a machine is a text or several") {
    CHECK(read(R"({"margin": 12.5})").margin == Margin{125, 125});
    CHECK(read(R"({"margin": "15-20"})").margin == Margin{150, 200});
    CHECK(read(R"({"hardware": "h100"})").hardware == std::vector<std::string>{"h100"});
    CHECK(problems_of(R"({"margin": [20, 15]})").size() == 1);
    CHECK(problems_of(R"({"margin": {"low": 15}})").size() == 1);
    CHECK(problems_of(R"({"hardware": [1]})").size() == 1);
}

TEST_CASE("All mistakes of a deployment spec are told at once, each with its pointer") {
    const auto problems = problems_of(
        R"({"contxt": 1, "context": 0, "batch": -1, "sessions": 1e300, "tp": [], "activations": 4, "engine_options": {"a": {}}})");
    REQUIRE(problems.size() == 7);
    std::vector<std::string> pointers;
    for (const auto& problem : problems) { pointers.push_back(problem.where.pointer.value()); }
    CHECK(pointers == std::vector<std::string>{"/context", "/batch", "/sessions", "/engine_options/a", "/tp",
                                               "/activations", "/contxt"});
    CHECK(problems.back().what.id == Message::unknown_key);
    CHECK(problems.back().mend.id == Message::mend_did_you_mean);
}

TEST_CASE("A deployment spec is an object") {
    CHECK(problems_of("[]").size() == 1);
    CHECK(problems_of("\"x\"").at(0).what.id == Message::wrong_type);
}
