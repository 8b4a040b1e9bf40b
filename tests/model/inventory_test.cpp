#include "model/inventory.hpp"

#include "architectures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sizer;
using namespace sizer::test;

namespace {

std::uint64_t parameters(const Architecture& architecture) {
    return parameter_count(tensor_inventory(architecture).value()).count();
}

const Tensor* find(const TensorInventory& inventory, std::string_view name) {
    const auto found =
        std::find_if(inventory.begin(), inventory.end(), [&](const Tensor& tensor) { return tensor.name == name; });
    return found == inventory.end() ? nullptr : &*found;
}

std::array<std::uint64_t, 4> shape(const Architecture& architecture, std::string_view name) {
    const auto inventory = tensor_inventory(architecture).value();
    const auto* tensor = find(inventory, name);
    REQUIRE(tensor != nullptr);
    return tensor->ne;
}

using Shape = std::array<std::uint64_t, 4>;

}  // namespace

TEST_CASE("The parameters of a Llama are counted from its dimensions") {
    // 2 x 128256 x 4096 + 32 x (2 x 4096 x 4096 + 2 x 4096 x 1024 + 3 x 4096 x 14336 + 2 x 4096) + 4096
    CHECK(parameters(llama_8b()) == 8030261248);
    CHECK(parameters(llama_70b()) == 70553706496);
}

TEST_CASE("Published parameter counts of other families come out to the last parameter") {
    CHECK(parameters(qwen25_05b()) == 494032768);  // tied, with biases
    CHECK(parameters(qwen25_72b()) == 72706203648);
    CHECK(parameters(phi_4()) == 14659507200);  // fused projections
    CHECK(parameters(mixtral_8x7b()) == 46702792704);
    CHECK(parameters(gpt_oss_20b()) == 20914757184);   // sinks, biases of experts
    CHECK(parameters(gemma_3_4b()) == 4300079472);     // with the vision tower
    CHECK(parameters(deepseek_v3()) == 671026419200);  // without the MTP layer
    CHECK(parameters(qwen3_next()) == 79674391296);
    CHECK(parameters(nemotron_nano_9b()) == 8888227328);
}

TEST_CASE("Active parameters take the chosen experts alone") {
    CHECK(active_parameter_count(mixtral_8x7b())->count() == 12879925248);
    CHECK(active_parameter_count(gpt_oss_20b())->count() == 4187440704);
    CHECK(active_parameter_count(deepseek_v3())->count() == 37552297472);
    CHECK(active_parameter_count(qwen3_next())->count() == 3874929408);
    CHECK(active_parameter_count(llama_8b())->count() == 8030261248);
}

TEST_CASE("MTP layers are listed but are no parameters") {
    std::uint64_t mtp = 0;
    const TensorInventory inventory = tensor_inventory(deepseek_v3()).value();
    for (const auto& tensor : inventory) {
        if (tensor.cls == TensorClass::mtp) { mtp += elements(tensor); }
    }
    CHECK(mtp == 13463426304);  // DeepSeek-V3 README_WEIGHTS.md: the 14B module, its embedding and head included
}

TEST_CASE("A vision tower is a class of its own") {
    std::uint64_t vision = 0;
    const TensorInventory inventory = tensor_inventory(gemma_3_4b()).value();
    for (const auto& tensor : inventory) {
        if (tensor.cls == TensorClass::vision) { vision += elements(tensor); }
    }
    CHECK(vision == 419816304);  // 4300079472 - 3880263168, both published
}

TEST_CASE("A tied model has no output tensor") {
    CHECK(find(tensor_inventory(qwen25_05b()).value(), "output.weight") == nullptr);
    CHECK(find(tensor_inventory(llama_8b()).value(), "output.weight") != nullptr);
}

TEST_CASE("Tensors carry the names and shapes of GGUF files") {
    CHECK(shape(llama_8b(), "blk.31.attn_v.weight") == Shape{4096, 1024, 1, 1});
    CHECK(shape(phi_4(), "blk.0.attn_qkv.weight") == Shape{5120, 7680, 1, 1});
    CHECK(shape(phi_4(), "blk.0.ffn_up.weight") == Shape{5120, 35840, 1, 1});
    CHECK(shape(mixtral_8x7b(), "blk.5.ffn_down_exps.weight") == Shape{14336, 4096, 8, 1});
    CHECK(shape(gpt_oss_20b(), "blk.0.ffn_gate_exps.bias") == Shape{2880, 32, 1, 1});
    CHECK(shape(deepseek_v3(), "blk.3.attn_k_b.weight") == Shape{128, 512, 128, 1});
    CHECK(shape(deepseek_v3(), "blk.3.attn_kv_a_mqa.weight") == Shape{7168, 576, 1, 1});
    CHECK(shape(qwen3_next(), "blk.0.ssm_ba.weight") == Shape{2048, 64, 1, 1});
    CHECK(shape(qwen3_next(), "blk.3.attn_q.weight") == Shape{2048, 8192, 1, 1});
    CHECK(shape(nemotron_nano_9b(), "blk.0.ssm_in.weight") == Shape{4480, 22656, 1, 1});
}

TEST_CASE("Leading dense layers have no router, the others no dense feed-forward") {
    const auto inventory = tensor_inventory(deepseek_v3()).value();
    CHECK(find(inventory, "blk.2.ffn_up.weight") != nullptr);
    CHECK(find(inventory, "blk.2.ffn_gate_inp.weight") == nullptr);
    CHECK(find(inventory, "blk.3.ffn_up.weight") == nullptr);
    CHECK(find(inventory, "blk.3.ffn_gate_inp.weight") != nullptr);
}

TEST_CASE("Files without the MLA keys keep one up-projection for keys and values") {
    auto legacy = deepseek_v3();
    legacy.dims.mla.legacy_full_heads = true;
    CHECK(shape(legacy, "blk.0.attn_kv_b.weight") == Shape{512, 32768, 1, 1});
    CHECK(parameters(legacy) == parameters(deepseek_v3()));
}

TEST_CASE("Layers without attention have no norm for it either") {
    auto model = llama_8b();
    model.dims.design = Design::decilm;
    model.layer_types = "n" + std::string(31, 'f');
    // one layer less: 2 x 4096 x 4096 + 2 x 4096 x 1024 and a norm
    CHECK(parameters(model) == 8030261248 - 41943040 - 4096);
}

TEST_CASE("An architecture that is not known has no inventory") {
    CHECK_FALSE(tensor_inventory({}).has_value());
    CHECK_FALSE(active_parameter_count({}).has_value());
    auto model = llama_8b();
    model.dims.hidden_size = 0;  // known by flags alone
    CHECK_FALSE(tensor_inventory(model).has_value());
}

TEST_CASE("Dimensions that no model has overflow, they do not wrap") {
    auto model = llama_8b();
    model.dims.hidden_size = 4294967295;
    model.dims.vocab_size = 4294967295;
    model.dims.layers = 4;
    model.dims.intermediate_size = 4294967295;
    CHECK_THROWS_AS(parameters(model), Overflow);
}
