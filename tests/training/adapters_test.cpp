#include "training/adapters.hpp"
#include "training/base_weights.hpp"

#include "model/inventory.hpp"

#include <sizer/catalogue.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace sizer;

namespace {

Architecture architecture_named(const std::string& name) {
    const Catalogue catalogue;
    const auto* row = catalogue.find_model(name);
    REQUIRE(row != nullptr);
    return architecture_of(*row);
}

std::uint64_t adapters(const std::string& name, std::uint64_t rank, bool dora = false) {
    const auto architecture = architecture_named(name);
    TrainingPlan plan;
    plan.method = TuningMethod::lora;
    plan.rank = rank;
    plan.dora = dora;
    return adapter_parameters(architecture, *tensor_inventory(architecture), plan).count();
}

}  // namespace

TEST_CASE("adapters on q and v have the parameters that trainers print", "[training]") {
    // litgpt: Llama 2 7B and 13B, Falcon 40B at rank 8; PEFT: Llama 3.2 3B at rank 32 prints 9,175,040.
    CHECK(adapters("llama-2-7b", 8) == 4'194'304);     // 32 x 8 x 2 x (4,096 + 4,096)
    CHECK(adapters("llama-2-13b", 8) == 6'553'600);    // 40 x 8 x 2 x (5,120 + 5,120)
    CHECK(adapters("falcon-40b", 8) == 12'042'240);    // 60 x 8 x (2 x 8,192 + 8,192 + 512)
    CHECK(adapters("llama-3.2-3b", 32) == 9'175'040);  // 28 x 32 x (3,072 + 3,072 + 3,072 + 1,024)
}

TEST_CASE("DoRA adds a magnitude for each output", "[training]") {
    // 32 layers x 2 modules x 4,096 outputs = 262,144 more than LoRA's 4,194,304.
    CHECK(adapters("llama-2-7b", 8, true) == 4'456'448);
}

TEST_CASE("double quantisation saves 764 of 16,384 parts of a byte for each weight", "[training]") {
    // QLoRA section 3: 4/64 becomes 1/64 + 4/(64 x 256): 1,024 - 260 = 764 of 16,384. Llama 2 7B has 6,476,005,376
    // weights in its linear layers: 395,264 x 16,384, so 395,264 x 764 = 301,981,696 bytes (0.30 GB measured).
    const auto architecture = architecture_named("llama-2-7b");
    const auto tensors = *tensor_inventory(architecture);
    TrainingPlan plan;
    plan.method = TuningMethod::qlora;
    plan.base = BaseFormat::nf4;
    const Bytes once = frozen_bytes(tensors, plan);
    plan.base = BaseFormat::nf4_double;
    CHECK((once - frozen_bytes(tensors, plan)).count() == 301'981'696);
}
