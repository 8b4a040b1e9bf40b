#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>
#include <sizer/plan.hpp>

#include "memory/terms.hpp"
#include "plan/split.hpp"

#include <catch2/catch.hpp>

using namespace sizer;

namespace {

Deployment worked_example(const Catalogue& catalogue) {
    Deployment deployment;
    deployment.context = Tokens{8192};
    deployment.sessions = 32;
    deployment.weight_format = *catalogue.find_format("q4_k_m");
    deployment.k_format = *catalogue.find_format("f16");
    deployment.v_format = deployment.k_format;
    return deployment;
}

Fit on(const std::string& hardware, std::uint32_t count) {
    const Catalogue catalogue;
    const Model model = model_of(*catalogue.find_model("llama70b"));
    const Deployment deployment = worked_example(catalogue);
    const Budget budget = memory_budget(model, deployment);
    return fit(model, deployment, budget, {.device = *catalogue.find_hardware(hardware), .count = count});
}

}  // namespace

TEST_CASE("two devices each hold half the weights and cache, and their own activations and overhead", "[fit]") {
    const Fit two = on("h100", 2);
    REQUIRE(two.fullest_device);
    CHECK(two.fullest_device->weights == Bytes{19'950'000'000});
    CHECK(two.fullest_device->kv_cache == Bytes{42'949'672'960});
    CHECK(two.fullest_device->activations == Bytes{4'000'000'000});
    CHECK(two.fullest_device->overhead == Bytes{2'000'000'000});
    CHECK(two.fullest_device->required_high == Bytes{82'679'607'552});  // 68,899,672,960 x 1.2
    CHECK(two.usable == Bytes{2 * 85'520'809'984});
    CHECK(two.verdict == Verdict::fits);
}

TEST_CASE("KV heads are split over ranks but never under one for each", "[fit]") {
    // 8 KV heads on 16 ranks: each rank holds one head, so the machine holds the cache twice.
    const Fit sixteen = on("h100", 16);
    CHECK(sixteen.fullest_device->kv_cache == Bytes{85'899'345'920 / 8});
    CHECK(*sixteen.required_high >= Bytes{(2 * 85'899'345'920) / 5 * 6});
}

TEST_CASE("tight is between the margins", "[fit]") {
    const Catalogue catalogue;
    const Model model = model_of(*catalogue.find_model("llama70b"));
    const Deployment deployment = worked_example(catalogue);
    const Budget budget = memory_budget(model, deployment);
    Machine machine{.device = *catalogue.find_hardware("h100")};
    const auto verdict_with = [&](std::uint64_t usable) {
        machine.device.usable_bytes = Bytes{usable};
        return fit(model, deployment, budget, machine).verdict;
    };
    CHECK(verdict_with(158'159'215'104) == Verdict::fits);
    CHECK(verdict_with(158'159'215'103) == Verdict::tight);
    CHECK(verdict_with(151'569'247'808) == Verdict::tight);
    CHECK(verdict_with(151'569'247'807) == Verdict::no);
}

TEST_CASE("devices that the heads do not divide by become pipeline stages", "[fit]") {
    const Catalogue catalogue;
    Model model = model_of(*catalogue.find_model("llama70b"));
    model.architecture.dims.heads = 64;
    const Deployment deployment = worked_example(catalogue);
    CHECK(split_over(model, deployment, 8) == Split{8, 1});
    CHECK(split_over(model, deployment, 6) == Split{2, 3});
    CHECK(split_over(model, deployment, 3) == Split{1, 3});
}

TEST_CASE("a pipeline stage holds the rounded-up share of the layers", "[fit]") {
    const KvLayout share = device_share({{.layers = 80, .k_elements = 1024, .v_elements = 1024, .kv_heads = 8}}, 1, 3);
    CHECK(share.front().layers == 27);
}

TEST_CASE("MLA's latent is held whole by every rank", "[fit]") {
    const KvLayout share = device_share({{.layers = 61, .k_elements = 576}}, 8, 1);
    CHECK(share.front().k_elements == 576);
}
