#include "training/activations.hpp"

#include <catch2/catch.hpp>

using namespace sizer;

namespace {

// GPT-3 175B as Korthikanti et al. 2022 (arXiv:2205.05198) measure it: s 2,048, h 12,288, a 96, so 5 a s / h is 80.
MegatronLayer gpt3(std::uint64_t t, bool sequence_parallel) {
    return {.s = 2048, .b = 1, .h = 12288, .a = 96, .t = t, .sequence_parallel = sequence_parallel};
}

constexpr std::uint64_t k_sbh = 2048ULL * 12288;

}  // namespace

TEST_CASE("Megatron's layer without recomputation is sbh (34 + 5as/h)", "[training]") {
    // 34 + 80 = 114.
    CHECK(megatron_layer_bytes(gpt3(1, false), Checkpointing::off).count() == 114 * k_sbh);
}

TEST_CASE("Megatron's tensor parallel layer is sbh (10 + 24/t + 5as/ht)", "[training]") {
    // t 8: 10 + 3 + 10 = 23; with sequence parallelism 114 / 8 = 14.25.
    CHECK(megatron_layer_bytes(gpt3(8, false), Checkpointing::off).count() == 23 * k_sbh);
    CHECK(megatron_layer_bytes(gpt3(8, true), Checkpointing::off).count() == 57 * k_sbh / 4);
}

TEST_CASE("Megatron's selective recomputation drops the scores, full keeps the input", "[training]") {
    // 34 sbh / 8 = 4.25 sbh; 10 + 24 / 8 = 13 without sequence parallelism; 2 sbh.
    CHECK(megatron_layer_bytes(gpt3(8, true), Checkpointing::selective).count() == 17 * k_sbh / 4);
    CHECK(megatron_layer_bytes(gpt3(8, false), Checkpointing::selective).count() == 13 * k_sbh);
    CHECK(megatron_layer_bytes(gpt3(8, false), Checkpointing::on).count() == 2 * k_sbh);
}

TEST_CASE("full checkpointing keeps two bytes of each layer's input for a token", "[training]") {
    Architecture architecture{.dims = {.design = Design::standard,
                                       .layers = 2,
                                       .heads = 4,
                                       .kv_heads = 4,
                                       .d_head = 16,
                                       .hidden_size = 64,
                                       .intermediate_size = 128,
                                       .vocab_size = 1000}};
    TrainingPlan plan;
    // Two RMSNorms of (4 + 2) x 64 = 768; Q, K, V, output 4 x 2 x 64 = 512 and the projections' input 128; gate,
    // activated gate, up and product 4 x 2 x 128 = 1,024 and their input 128: 2,560.
    const auto layer = layer_activations(architecture, 0, plan);
    CHECK(layer.boundary == 128);
    CHECK(layer.whole == 2560);
    // Without a fused kernel the scores stay: 10 bytes x 4 heads x 2,048 tokens.
    plan.flash_attention = false;
    CHECK(layer_activations(architecture, 0, plan).whole == 2560 + 81'920);
}
