#include "program.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/training.hpp>

#include <catch2/catch.hpp>

using sizer::test::run_line;

namespace {

std::uint64_t term_of(const nlohmann::ordered_json& result, const char* name) {
    return result["terms"][name]["bytes"].get<std::uint64_t>();
}

}  // namespace

TEST_CASE("the course's 8B full fine-tune: 128 GB of states, no on one H100, fits two", "[training][course]") {
    // 8e9 x (2 + 2 + 12); two devices share 64 GB each: (64 + 0.125 + 2) x 1.2 = 79.4 GB <= 85.5 GB.
    const auto result =
        run_line("train --model llama8b --basis rule --hardware h100 --hardware 2xh100").json()["result"];
    CHECK(term_of(result, "weights") == 16'000'000'000);
    CHECK(term_of(result, "gradients") == 16'000'000'000);
    CHECK(term_of(result, "optimizer") == 96'000'000'000);
    CHECK(result["fits"][0]["verdict"] == "no");
    CHECK(result["fits"][1]["verdict"] == "fits");
}

TEST_CASE("the course's 8B LoRA takes 18 to 20 GB", "[training][course]") {
    const auto result = run_line("train --model llama8b --basis rule --method lora").json()["result"];
    CHECK(term_of(result, "weights") == 16'000'000'000);
    CHECK(result["per_device_bytes"] >= 18'000'000'000);
    CHECK(result["per_device_bytes"] <= 20'000'000'000);
}

TEST_CASE("the course's 8B QLoRA takes 6 to 8 GB and fits one consumer card", "[training][course]") {
    const auto result =
        run_line("train --model llama8b --basis rule --method qlora --hardware rtx-4090").json()["result"];
    CHECK(term_of(result, "weights") == 4'000'000'000);
    CHECK(result["per_device_bytes"] >= 6'000'000'000);
    CHECK(result["per_device_bytes"] <= 8'000'000'000);
    CHECK(result["fits"][0]["verdict"] == "fits");
}

TEST_CASE("the terms of a training contract add up to what a device shows", "[training]") {
    const auto result = run_line("train --model llama-3.1-8b --method lora --seq 1024").json()["result"];
    std::uint64_t sum = 0;
    for (const auto& [name, term] : result["terms"].items()) { sum += term["bytes"].get<std::uint64_t>(); }
    CHECK(result["per_device_bytes"] == sum);
    CHECK(result["allocated_bytes"] < sum);
}

TEST_CASE("sharding over more devices never makes one device hold more", "[training]") {
    std::uint64_t before = UINT64_MAX;
    for (const char* gpus : {"2", "4", "8", "64"}) {
        const auto result =
            run_line(std::string("train --model llama-3.1-8b --seq 512 --zero 3 --gpus ") + gpus).json()["result"];
        CHECK(result["per_device_bytes"] < before);
        before = result["per_device_bytes"].get<std::uint64_t>();
    }
}

TEST_CASE("an offloaded optimizer stands in the host's memory", "[training]") {
    // 8,030,261,248 parameters x (2 + 12) bytes.
    const auto result = run_line("train --model llama-3.1-8b --offload optimizer").json()["result"];
    CHECK(term_of(result, "optimizer") == 0);
    CHECK(result["host_bytes"] == 8'030'261'248ULL * 14);
}

TEST_CASE("the contract shows Megatron's and DeepSpeed's own figures beside ours", "[training]") {
    // Llama 2 7B: 2 s b h = 2 x 1,024 x 4,096 for each of 32 layers; 4 x 32,000 x 4,096 (its 45,088,768 of a
    // feed-forward matrix are fewer than the embedding's 131,072,000) + 18 x 6,738,415,616 / 8.
    const auto result =
        run_line("train --model llama-2-7b --seq 1024 --gpus 8 --zero 3 --trainer deepspeed").json()["result"];
    CHECK(result["terms"]["activations"]["megatron_bytes"] == 268'435'456);
    CHECK(result["deepspeed_estimate"]["device_bytes"] == 524'288'000 + 15'161'435'136);
}

TEST_CASE("an unknown choice lists the choices", "[training]") {
    const auto outcome = run_line("train --model llama8b --method qlroa");
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find("--method") != std::string::npos);
    CHECK(outcome.err.find("full, lora, qlora") != std::string::npos);
}

TEST_CASE("options of the other command are refused, not ignored", "[training]") {
    CHECK(run_line("--model llama8b --seq 2048").status == 2);
    CHECK(run_line("train --model llama8b --ctx 2048").status == 2);
    CHECK(run_line("train --model llama8b --quant nf4").status == 2);
    CHECK(run_line("train --model llama8b --gpus 4 --hardware 2xh100").status == 2);
    CHECK(run_line("train --model llama8b --engine llama.cpp").status == 2);
    CHECK(run_line("train --model llama8b --basis shape").status == 2);
}

TEST_CASE("pre-training compute is 6 N D, and 20 tokens a parameter are optimal", "[training]") {
    // Chinchilla (arXiv:2203.15556) table 3: 1e9 parameters, 20.2e9 tokens, 1.21e20 FLOP.
    sizer::Model model;
    model.parameters = sizer::Params(1'000'000'000);
    const auto compute = sizer::training_compute(model, sizer::Tokens(20'200'000'000));
    CHECK(compute.flop == Approx(1.21e20).epsilon(0.005));
    CHECK(compute.optimal_tokens.count() == 20'000'000'000);
}
