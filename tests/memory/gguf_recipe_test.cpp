#include "memory/gguf_recipe.hpp"

#include "../model/architectures.hpp"
#include "model/inventory.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sizer;
using namespace sizer::test;

// Expected types: llama.cpp v0.5.0's rules followed by hand for each tensor named.

namespace {

std::map<std::string, GgmlId> recipe(const Architecture& architecture, GgufFileType file_type,
                                     bool wide_embeddings = false) {
    const auto tensors = tensor_inventory(architecture).value();
    const auto types = gguf_recipe(tensors, recipe_model(architecture), {file_type, wide_embeddings});
    std::map<std::string, GgmlId> by_name;
    for (std::size_t i = 0; i < tensors.size(); ++i) { by_name[tensors[i].name] = types[i]; }
    return by_name;
}

std::string block(int layer, const std::string& stem) { return "blk." + std::to_string(layer) + "." + stem; }

}  // namespace

TEST_CASE("Q4_K_M promotes attn_v and ffn_down in the outer eighths and every third layer between") {
    auto types = recipe(llama_8b(), GgufFileType::q4_k_m);
    CHECK(types["token_embd.weight"] == GgmlId::q4_k);
    CHECK(types["output.weight"] == GgmlId::q6_k);
    CHECK(types["output_norm.weight"] == GgmlId::f32);
    for (const int layer : {0, 3, 6, 9, 28, 31}) {
        CHECK(types[block(layer, "attn_v.weight")] == GgmlId::q6_k);
        CHECK(types[block(layer, "ffn_down.weight")] == GgmlId::q6_k);
    }
    for (const int layer : {4, 5, 7, 8}) {
        CHECK(types[block(layer, "attn_v.weight")] == GgmlId::q4_k);
        CHECK(types[block(layer, "ffn_down.weight")] == GgmlId::q4_k);
    }
    CHECK(types[block(0, "attn_q.weight")] == GgmlId::q4_k);
}

TEST_CASE("An 80-layer grouped-query Llama keeps attn_v at Q5_K at least") {
    auto types = recipe(llama_70b(), GgufFileType::q4_k_m);
    CHECK(types[block(0, "attn_v.weight")] == GgmlId::q6_k);
    CHECK(types[block(10, "attn_v.weight")] == GgmlId::q5_k);  // Q4_K without the rule
    CHECK(types[block(10, "ffn_down.weight")] == GgmlId::q4_k);
    CHECK(recipe(llama_70b(), GgufFileType::q3_k_s)[block(10, "attn_v.weight")] == GgmlId::q5_k);
    CHECK(recipe(llama_8b(), GgufFileType::q3_k_s)[block(10, "attn_v.weight")] == GgmlId::q3_k);
}

TEST_CASE("Rows that do not divide into super-blocks fall back to blocks of 32") {
    auto types = recipe(qwen25_05b(), GgufFileType::q4_k_m);  // hidden 896 = 3.5 x 256, intermediate 4864 = 19 x 256
    CHECK(types["token_embd.weight"] == GgmlId::q8_0);        // tied, so it is the output
    CHECK(types[block(0, "attn_q.weight")] == GgmlId::q5_0);
    CHECK(types[block(0, "attn_v.weight")] == GgmlId::q8_0);  // Q6_K, fallen back
    CHECK(types[block(4, "attn_v.weight")] == GgmlId::q5_0);
    CHECK(types[block(0, "ffn_down.weight")] == GgmlId::q6_k);
    CHECK(recipe(qwen25_05b(), GgufFileType::q3_k_m)[block(0, "attn_q.weight")] == GgmlId::q4_0);
    CHECK(recipe(qwen25_05b(), GgufFileType::iq4_xs)[block(0, "attn_q.weight")] == GgmlId::iq4_nl);
}

TEST_CASE("Eight experts get a better attention") {
    auto types = recipe(mixtral_8x7b(), GgufFileType::q4_k_m);
    CHECK(types[block(5, "attn_k.weight")] == GgmlId::q8_0);
    CHECK(types[block(5, "attn_v.weight")] == GgmlId::q8_0);
    CHECK(types[block(5, "attn_output.weight")] == GgmlId::q5_k);
    CHECK(types[block(5, "ffn_down_exps.weight")] == GgmlId::q4_k);
    CHECK(types[block(6, "ffn_down_exps.weight")] == GgmlId::q6_k);
    CHECK(types[block(5, "ffn_gate_inp.weight")] == GgmlId::f32);
}

TEST_CASE("A fused attn_qkv follows the rules of attn_v") {
    auto types = recipe(phi_4(), GgufFileType::q4_k_m);
    CHECK(types[block(0, "attn_qkv.weight")] == GgmlId::q6_k);
    CHECK(types[block(5, "attn_qkv.weight")] == GgmlId::q4_k);
}

TEST_CASE("The group size decides attn_v under four bits") {
    CHECK(recipe(llama_8b(), GgufFileType::q2_k)[block(9, "attn_v.weight")] == GgmlId::q4_k);
    auto wide = llama_8b();
    wide.dims.kv_heads = 32;
    CHECK(recipe(wide, GgufFileType::q2_k)[block(9, "attn_v.weight")] == GgmlId::q3_k);
    CHECK(recipe(llama_8b(), GgufFileType::iq4_xs)[block(9, "attn_v.weight")] == GgmlId::q5_k);
    CHECK(recipe(llama_8b(), GgufFileType::iq3_xs)[block(9, "attn_q.weight")] == GgmlId::iq3_xxs);
}

TEST_CASE("Q3_K_M begins with better tensors") {
    auto types = recipe(llama_8b(), GgufFileType::q3_k_m);
    CHECK(types[block(1, "attn_v.weight")] == GgmlId::q5_k);
    CHECK(types[block(2, "attn_v.weight")] == GgmlId::q4_k);
    CHECK(types[block(1, "ffn_down.weight")] == GgmlId::q5_k);  // 32 / 16 = 2 layers
    CHECK(types[block(2, "ffn_down.weight")] == GgmlId::q4_k);
    CHECK(types[block(2, "attn_output.weight")] == GgmlId::q4_k);
    CHECK(types[block(2, "attn_q.weight")] == GgmlId::q3_k);
}

TEST_CASE("The file type IQ2_S is made of IQ2_XS blocks") {
    auto types = recipe(llama_8b(), GgufFileType::iq2_s);
    CHECK(types[block(9, "attn_q.weight")] == GgmlId::iq2_xs);
    CHECK(types["token_embd.weight"] == GgmlId::iq3_s);
    CHECK(types["output.weight"] == GgmlId::q5_k);
    CHECK(types[block(0, "ffn_down.weight")] == GgmlId::iq3_s);
}

TEST_CASE("MXFP4 packs experts and leaves the rest at Q8_0") {
    auto types = recipe(gpt_oss_20b(), GgufFileType::mxfp4_moe);
    CHECK(types[block(0, "ffn_up_exps.weight")] == GgmlId::mxfp4);
    CHECK(types[block(0, "attn_q.weight")] == GgmlId::q8_0);
    CHECK(types["token_embd.weight"] == GgmlId::q8_0);
    CHECK(types[block(0, "ffn_up_exps.bias")] == GgmlId::f32);
}

TEST_CASE("Plain 16 bits keep vectors and routers in F32") {
    auto types = recipe(mixtral_8x7b(), GgufFileType::bf16);
    CHECK(types["output.weight"] == GgmlId::bf16);
    CHECK(types[block(0, "attn_norm.weight")] == GgmlId::f32);
    CHECK(types[block(0, "ffn_gate_inp.weight")] == GgmlId::f32);
}

TEST_CASE("The _L files keep embedding and output at Q8_0") {
    auto types = recipe(llama_8b(), GgufFileType::q4_k_m, true);
    CHECK(types["token_embd.weight"] == GgmlId::q8_0);
    CHECK(types["output.weight"] == GgmlId::q8_0);
    CHECK(types[block(4, "attn_v.weight")] == GgmlId::q4_k);
}

TEST_CASE("MTP blocks count as layers where the file keeps them") {
    CHECK(recipe_model(deepseek_v3()).layers == 61);
    auto glm = llama_8b();
    glm.name = "glm4moe";
    glm.dims.mtp = {.kind = MtpKind::deepseek, .layers = 1};
    CHECK(recipe_model(glm).layers == 33);
}

TEST_CASE("A first layer without KV heads makes the group size nought") {
    CHECK(recipe_model(nemotron_nano_9b()).gqa == 0);
    CHECK(recipe_model(deepseek_v3()).gqa == 128);  // MLA files name one KV head
    CHECK(recipe_model(qwen3_next()).gqa == 8);
}

TEST_CASE("Removed and hand-made file types have no recipe") {
    CHECK(has_recipe(GgufFileType::q4_k_m));
    CHECK_FALSE(has_recipe(static_cast<GgufFileType>(4)));
    CHECK_FALSE(has_recipe(static_cast<GgufFileType>(39)));
}
