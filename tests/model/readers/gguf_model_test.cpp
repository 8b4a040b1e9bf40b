#include "model/readers/gguf_model.hpp"

#include "gguf_writer.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sizer;
using namespace sizer::test;

namespace {

/// Keys that every architecture has; `name` prefixes them.
GgufWriter base(const std::string& name, std::uint32_t layers, std::uint32_t heads = 8, std::uint32_t kv_heads = 2) {
    GgufWriter writer;
    writer.text("general.architecture", name)
        .u32(name + ".block_count", layers)
        .u32(name + ".embedding_length", 64)
        .u32(name + ".feed_forward_length", 128)
        .u32(name + ".attention.head_count", heads);
    if (kv_heads != 0) { writer.u32(name + ".attention.head_count_kv", kv_heads); }
    return writer.tensor("token_embd.weight", {64, 100});
}

GgufModel read(const GgufWriter& writer) {
    const TemporaryFolder folder;
    return gguf_model(open_gguf(folder.write("model.gguf", writer.file())));
}

Architecture architecture(const GgufWriter& writer) { return read(writer).model.architecture; }

}  // namespace

// Sources of the patterns: llama.cpp 0.5.0, src/models, set_swa_pattern.
TEST_CASE("Each architecture lays its windows over the layers by its own rule", "[readers]") {
    const auto letters = [](const std::string& name, std::uint32_t layers) {
        return architecture(base(name, layers).u32(name + ".attention.sliding_window", 512)).layer_types;
    };
    CHECK(letters("gemma2", 4) == "sfsf");
    CHECK(letters("gemma3", 7) == "sssssfs");
    CHECK(letters("gpt-oss", 4) == "sfsf");
    CHECK(letters("cohere2", 5) == "sssfs");
    CHECK(letters("olmo2", 4) == "sssf");
    CHECK(letters("laguna", 5) == "fsssf");
    CHECK(letters("phi3", 3) == "sss");
    CHECK(letters("llama", 3).empty());  // Mistral's key: engines ignore it there
}

TEST_CASE("A window pattern in the file wins over the architecture's", "[readers]") {
    const auto by_array = base("gemma3", 4)
                              .u32("gemma3.attention.sliding_window", 512)
                              .booleans("gemma3.attention.sliding_window_pattern", {true, false, false, true});
    CHECK(architecture(by_array).layer_types == "sffs");
    const auto by_number =
        base("gemma3", 4).u32("gemma3.attention.sliding_window", 512).u32("gemma3.attention.sliding_window_pattern", 2);
    CHECK(architecture(by_number).layer_types == "sfsf");
}

TEST_CASE("Llama 4 attends in chunks of 8,192 unless its window is 0", "[readers]") {
    const auto chunked = architecture(base("llama4", 4));
    CHECK(chunked.layer_types == "sssf");
    CHECK(chunked.dims.sliding_window == 8192);
    CHECK(chunked.dims.chunked_attention);
    const auto full = architecture(base("llama4", 4).u32("llama4.attention.sliding_window", 0));
    CHECK(full.layer_types.empty());
    CHECK_FALSE(full.dims.chunked_attention);
}

TEST_CASE("Latent attention is read from the new keys, and its legacy form is marked", "[readers]") {
    const auto latent = [](bool legacy) {
        auto writer = base("deepseek2", 2, 16, legacy ? 16 : 1)
                          .u32("deepseek2.attention.kv_lora_rank", 512)
                          .u32("deepseek2.attention.q_lora_rank", 1536)
                          .u32("deepseek2.rope.dimension_count", 64)
                          .u32("deepseek2.attention.key_length", legacy ? 192 : 576)
                          .u32("deepseek2.attention.value_length", legacy ? 128 : 512);
        if (!legacy) {
            writer.u32("deepseek2.attention.key_length_mla", 192).u32("deepseek2.attention.value_length_mla", 128);
        }
        return architecture(writer).dims;
    };
    for (const bool legacy : {false, true}) {
        const auto dims = latent(legacy);
        CHECK(dims.design == Design::mla);
        CHECK(dims.kv_heads == 16);
        CHECK(dims.d_head == 192);
        CHECK(dims.d_head_v == 128);
        CHECK(dims.mla == LatentAttention{512, 1536, 64, 128, 128, legacy});
    }
}

TEST_CASE("Layers without KV heads are of a hybrid's other kind", "[readers]") {
    const auto letters = [](const std::string& name) {
        return architecture(base(name, 4, 8, 0).u32s(name + ".attention.head_count_kv", {0, 2, 0, 0})).layer_types;
    };
    CHECK(letters("granitehybrid") == "mfmm");
    CHECK(letters("jamba") == "mfmm");
    CHECK(letters("lfm2") == "cfcc");
    CHECK(letters("kimi-linear") == "lfll");
    CHECK(letters("deci") == "nfnn");
    CHECK(architecture(base("lfm2", 2, 8, 0).u32s("lfm2.attention.head_count_kv", {0, 2})).dims.kv_heads == 2);
}

TEST_CASE("Nemotron-H has one mixer a layer", "[readers]") {
    GgufWriter writer;
    writer.text("general.architecture", "nemotron_h_moe")
        .u32("nemotron_h_moe.block_count", 4)
        .u32("nemotron_h_moe.embedding_length", 64)
        .u32("nemotron_h_moe.attention.head_count", 8)
        .u32("nemotron_h_moe.expert_count", 4)
        .u32s("nemotron_h_moe.attention.head_count_kv", {0, 2, 0, 0})
        .u32s("nemotron_h_moe.feed_forward_length", {0, 0, 96, 96})
        .tensor("token_embd.weight", {64, 100})
        .tensor("blk.2.ffn_gate_inp.weight", {64, 4})
        .tensor("blk.2.ffn_down_exps.weight", {32, 64, 4});
    const auto read = architecture(writer);
    CHECK(read.layer_types == "m*E-");
    CHECK(read.dims.intermediate_size == 96);
    CHECK(read.intermediate_per_layer.empty());
    CHECK(read.dims.moe.expert_intermediate_size == 32);
}

TEST_CASE("A gated delta net attends fully every n-th layer", "[readers]") {
    const auto read = architecture(base("qwen3next", 8)
                                       .u32("qwen3next.full_attention_interval", 4)
                                       .u32("qwen3next.ssm.conv_kernel", 4)
                                       .u32("qwen3next.ssm.group_count", 16)
                                       .u32("qwen3next.ssm.state_size", 128)
                                       .u32("qwen3next.ssm.time_step_rank", 32)
                                       .u32("qwen3next.ssm.inner_size", 4096)
                                       .tensor("blk.3.attn_q.weight", {64, 128}));
    CHECK(read.layer_types == "lllflllf");
    CHECK(read.dims.linear == LinearAttention{16, 128, 32, 128});
    CHECK(read.dims.conv_kernel == 4);
    CHECK(read.dims.attention_output_gate);
}

TEST_CASE("Heads and feed-forward that differ by layer are kept layer by layer", "[readers]") {
    GgufWriter writer;
    writer.text("general.architecture", "openelm")
        .u32("openelm.block_count", 2)
        .u32("openelm.embedding_length", 64)
        .u32s("openelm.attention.head_count", {4, 8})
        .u32s("openelm.attention.head_count_kv", {1, 2})
        .u32s("openelm.feed_forward_length", {96, 128});
    const auto read = architecture(writer);
    CHECK(read.heads_per_layer == std::vector<std::uint32_t>{4, 8});
    CHECK(read.kv_heads_per_layer == std::vector<std::uint32_t>{1, 2});
    CHECK(read.intermediate_per_layer == std::vector<std::uint32_t>{96, 128});
    CHECK(read.dims.kv_heads == 2);
}

TEST_CASE("An array shorter than the layers is refused", "[readers]") {
    CHECK_THROWS_AS(read(base("deci", 4, 8, 0).u32s("deci.attention.head_count_kv", {1, 2})), InputError);
}

TEST_CASE("Gemma 4's window and global layers have their own heads", "[readers]") {
    const auto read = architecture(base("gemma4", 3, 8, 0)
                                       .u32s("gemma4.attention.head_count_kv", {4, 4, 1})
                                       .u32("gemma4.attention.key_length", 512)
                                       .u32("gemma4.attention.value_length", 512)
                                       .u32("gemma4.attention.key_length_swa", 256)
                                       .u32("gemma4.attention.value_length_swa", 256)
                                       .u32("gemma4.attention.sliding_window", 1024)
                                       .booleans("gemma4.attention.sliding_window_pattern", {true, true, false})
                                       .tensor("blk.0.attn_k.weight", {64, 1024})
                                       .tensor("blk.0.attn_v.weight", {64, 1024})
                                       .tensor("blk.2.attn_k.weight", {64, 512}));
    CHECK(read.layer_types == "ssf");
    CHECK(read.dims.kv_heads == 4);
    CHECK(read.dims.d_head == 256);
    CHECK(read.dims.d_head_v == 0);
    CHECK(read.dims.global_kv_heads == 1);
    CHECK(read.dims.global_d_head == 512);
    CHECK(read.dims.global_k_is_v);
    CHECK(read.kv_heads_per_layer.empty());
}

TEST_CASE("MTP blocks are kept out of layers, parameters and the other classes", "[readers]") {
    const auto model = read(base("glm4moe", 2)
                                .u32("glm4moe.nextn_predict_layers", 1)
                                .tensor("blk.0.attn_q.weight", {64, 64})
                                .tensor("blk.1.attn_q.weight", {64, 64})
                                .tensor("blk.1.nextn.eh_proj.weight", {128, 64})
                                .tensor("blk.1.nextn.embed_tokens.weight", {64, 100}))
                           .model;
    CHECK(model.architecture.dims.layers == 1);
    CHECK(model.architecture.dims.mtp == NextTokenPrediction{MtpKind::deepseek, 1, true});
    CHECK(model.parameters == Params(6400 + 4096));
    const auto mtp = std::find_if(model.file->sums.begin(), model.file->sums.end(),
                                  [](const TensorSum& sum) { return sum.cls == TensorClass::mtp; });
    REQUIRE(mtp != model.file->sums.end());
    CHECK(mtp->tensors == 3);
    CHECK(mtp->bytes == Bytes(2 * (4096 + 8192 + 6400)));
}

TEST_CASE("A mixture's active parameters count the experts that a token passes", "[readers]") {
    const auto model = read(base("qwen3moe", 1)
                                .u32("qwen3moe.expert_count", 8)
                                .u32("qwen3moe.expert_used_count", 2)
                                .tensor("blk.0.ffn_gate_inp.weight", {64, 8})
                                .tensor("blk.0.ffn_up_exps.weight", {64, 32, 8})
                                .tensor("blk.0.ffn_up_shexp.weight", {64, 16})
                                .tensor("blk.0.ffn_down_shexp.weight", {16, 64}))
                           .model;
    CHECK(model.active_parameters == Params(6400 + 512 + 64 * 32 * 2 + 1024 + 1024));
    CHECK(model.architecture.dims.moe.shared_experts == 1);
    CHECK(model.architecture.dims.moe.shared_intermediate_size == 16);
}

TEST_CASE("Biases, norms, ties and gates are told by the tensors", "[readers]") {
    const auto plain = architecture(base("qwen2", 1)
                                        .tensor("blk.0.attn_q.weight", {64, 64})
                                        .tensor("blk.0.attn_q.bias", {64})
                                        .tensor("blk.0.attn_q_norm.weight", {8})
                                        .tensor("blk.0.attn_norm.weight", {64})
                                        .tensor("blk.0.ffn_norm.weight", {64})
                                        .tensor("blk.0.ffn_up.weight", {64, 128}))
                           .dims;
    CHECK(plain.tie_word_embeddings);
    CHECK(plain.qkv_bias);
    CHECK(plain.qk_norm == QkNorm::head);
    CHECK(plain.mlp == MlpKind::two_matrix);
    CHECK(plain.norms_per_layer == 2);
    CHECK(plain.vocab_size == 100);
    const auto fused =
        architecture(base("phi3", 1).tensor("output.weight", {64, 100}).tensor("blk.0.ffn_up.weight", {64, 256})).dims;
    CHECK(fused.mlp == MlpKind::glu);
    CHECK_FALSE(fused.tie_word_embeddings);
}

TEST_CASE("An encoder keeps no cache, and neither does a model that attends both ways", "[readers]") {
    CHECK(architecture(base("nomic-bert", 1)).dims.design == Design::bert);
    CHECK(architecture(base("qwen3", 1).boolean("qwen3.attention.causal", false)).dims.design == Design::bert);
    CHECK(architecture(base("qwen3", 1)).dims.design == Design::standard);
}

TEST_CASE("An architecture that is not known has exact weights and nothing else", "[readers]") {
    const auto model = read(base("novelty", 2)).model;
    CHECK(model.unknown_architecture == "novelty");
    CHECK(model.architecture.dims.design == Design::unknown);
    CHECK(model.parameters == Params(6400));
    CHECK(model.file->sums.front().bytes == Bytes(12800));
}

TEST_CASE("A projector is vision weights alone", "[readers]") {
    GgufWriter writer;
    writer.text("general.architecture", "clip")
        .tensor("v.blk.0.attn_q.weight", {32, 32})
        .tensor("mm.0.weight", {32, 32});
    const auto read_back = read(writer);
    CHECK(read_back.projector);
    REQUIRE(read_back.model.file->sums.size() == 1);
    CHECK(read_back.model.file->sums.front().cls == TensorClass::vision);
}

TEST_CASE("A projector is added to its model as vision weights", "[readers]") {
    GgufWriter writer;
    writer.text("general.architecture", "clip").tensor("v.blk.0.attn_q.weight", {32, 32});
    auto model = read(base("gemma3", 1));
    add_projector(model, read(writer));
    CHECK(model.model.parameters == Params(6400 + 1024));
    CHECK(model.model.active_parameters == Params(6400 + 1024));
    CHECK(model.model.file->sums.back() == TensorSum{TensorClass::vision, "F16", 1, 1024, Bytes(2048)});
}

TEST_CASE("Gemma 3n's layers behind the twentieth share the cache, whether the file says so or not", "[readers]") {
    CHECK(architecture(base("gemma3n", 35)).dims.kv_shared_layers == 15);
    CHECK(architecture(base("gemma3n", 35).u32("gemma3n.attention.shared_kv_layers", 10)).dims.kv_shared_layers == 10);
}

TEST_CASE("A file without dimensions or tensors can be inspected, but no budget made of it", "[readers]") {
    GgufWriter writer;
    writer.text("general.architecture", "llama").texts("tokenizer.ggml.tokens", 5, "t");
    const auto model = read(writer);
    CHECK(model.model.architecture.dims.vocab_size == 5);
    CHECK(model.missing_keys ==
          std::vector<std::string>{"llama.block_count", "llama.embedding_length", "llama.attention.head_count"});
    CHECK_THROWS_AS(require_sizable(model), InputError);
}

TEST_CASE("More layers than any model has are refused", "[readers]") {
    CHECK_THROWS_AS(read(base("llama", 4'000'000'000)), InputError);
    CHECK_THROWS_AS(read(base("glm4moe", 2).u32("glm4moe.nextn_predict_layers", 2)), InputError);
}
