#include "program.hpp"

#include <sizer/solve.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <random>

using namespace sizer;
using namespace sizer::test;

namespace {

nlohmann::ordered_json solved(const std::string& line) { return run_line("solve " + line).json()["result"]["solve"]; }

Deployment deployment_of(const Catalogue& catalogue, std::string_view weights) {
    Deployment deployment;
    deployment.weight_format = *catalogue.find_format(weights);
    deployment.k_format = *catalogue.find_format("f16");
    deployment.v_format = deployment.k_format;
    return deployment;
}

}  // namespace

TEST_CASE("the largest context on two H100 is worked by hand, and one token more does not fit", "[solve]") {
    // Each device: 85,520,809,984 / 1.2 = 71,267,341,653 B at most; weights 19.95e9, activations 4e9 and overhead 2e9
    // leave 45,317,341,653; a token of 32 sessions takes 327,680 x 32 / 2 = 5,242,880: 8,643.6 of them.
    const auto found = solved("ctx --model llama70b --sessions 32 --hardware 2xh100");
    CHECK(found["answer"]["value"] == "8643");
    CHECK(found["answer"]["verdict"] == "fits");
    CHECK(found["beside"]["value"] == "8644");
    CHECK(found["beside"]["verdict"] == "tight");
}

TEST_CASE("the course's 70B with 32 sessions needs two H100", "[solve]") {
    const auto found = solved("gpus --model llama70b --ctx 8192 --sessions 32 --hardware h100");
    CHECK(found["answer"]["value"] == "2");
    CHECK(found["beside"]["value"] == "1");
}

TEST_CASE("a context ends with what the model was trained for", "[solve]") {
    // Llama 3.1: 131,072 tokens; 16 GB and 17 GB of cache are little on a B200.
    const auto found = solved("ctx --model llama-3.1-8b --hardware b200");
    CHECK(found["answer"]["value"] == "131072");
    CHECK(found["beside"].is_null());
}

TEST_CASE("where nothing fits the answer is null, the status 1, and the least tried is the proof", "[solve]") {
    const auto outcome = run_line("solve sessions --model llama-3.1-70b --format bf16 --hardware rtx-4090");
    CHECK(outcome.status == 1);
    CHECK(outcome.json()["result"]["solve"]["answer"].is_null());
    CHECK(outcome.json()["result"]["solve"]["beside"]["value"] == "1");
}

TEST_CASE("without a field or a machine there is an error, never a number", "[solve]") {
    CHECK(run_line("solve --model llama70b").status == 2);
    CHECK(run_line("solve ctx --model llama70b").status == 2);
    CHECK(run_line("solve contexts --model llama70b --hardware h100").err.find("ctx, sessions") != std::string::npos);
}

TEST_CASE("hundreds of random requests: the answer fits and its neighbour does not", "[solve]") {
    const Catalogue catalogue;
    std::mt19937 random(7);
    const std::array models = {"llama-3.1-8b", "qwen3-32b",       "gemma-3-27b",
                               "gpt-oss-20b",  "mistral-7b-v0.1", "deepseek-v2-lite"};
    const std::array machines = {"rtx-4090", "h100", "l40s", "b200"};
    const std::array formats = {"q4_k_m", "q8_0", "bf16"};
    for (int i = 0; i < 200; ++i) {
        const Model model = model_of(*catalogue.find_model(models.at(random() % models.size())));
        Deployment deployment = deployment_of(catalogue, formats.at(random() % formats.size()));
        deployment.context = Tokens{1 + random() % 32'768};
        deployment.sessions = 1 + random() % 64;
        const Machine machine{.device = *catalogue.find_hardware(machines.at(random() % machines.size())),
                              .count = 1U << (random() % 3)};
        deployment.machines = {machine};
        const auto field = random() % 2 == 0 ? SolveField::context : SolveField::sessions;
        const auto found = solve(field, model, deployment, catalogue);
        INFO(model.name << " on " << machine.count << " " << machine.device.id);
        const auto verdict_at = [&](std::uint64_t value) {
            Deployment changed = deployment;
            if (field == SolveField::context) { changed.context = Tokens{value}; }
            if (field == SolveField::sessions) { changed.sessions = value; }
            return fit(model, changed, memory_budget(model, changed), machine).verdict;
        };
        if (!found.answer) {
            CHECK(verdict_at(1) != Verdict::fits);
            continue;
        }
        const std::uint64_t value = std::stoull(found.answer->value);
        CHECK(verdict_at(value) == Verdict::fits);
        if (found.beside) {
            CHECK(found.beside->value == std::to_string(value + 1));
            CHECK(verdict_at(value + 1) != Verdict::fits);
        } else {
            CHECK(value == (field == SolveField::context ? model.architecture.dims.max_context : 1'000'000));
        }
    }
}
