#include "model/kv_layout.hpp"

#include "architectures.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

using namespace sizer;
using namespace sizer::test;

namespace {

/// f16 bytes that one more token adds to the layers that keep every token.
std::uint64_t token_bytes(const KvLayout& layout, KvKind kind = KvKind::full) {
    std::uint64_t bytes = 0;
    for (const auto& group : layout) {
        if (group.kind != kind) { continue; }
        bytes += 2 * group.layers * (group.k_elements + group.v_elements) / group.tokens_per_entry;
    }
    return bytes;
}

}  // namespace

TEST_CASE("Grouped-query attention keeps K and V of every KV head") {
    const auto layout = kv_layout(llama_70b());
    REQUIRE(layout.size() == 1);
    CHECK(layout[0] == KvGroup{.layers = 80, .k_elements = 1024, .v_elements = 1024, .kv_heads = 8});
    CHECK(token_bytes(layout) == 327680);  // 2 x 80 x 8 x 128 x 2
}

TEST_CASE("Gemma 3 keeps a window in five layers of six") {
    const auto layout = kv_layout(gemma_3_4b());
    REQUIRE(layout.size() == 2);
    CHECK(layout[0] == KvGroup{.kind = KvKind::window,
                               .layers = 29,
                               .k_elements = 1024,
                               .v_elements = 1024,
                               .window = 1024,
                               .kv_heads = 4});
    CHECK(layout[1].layers == 5);
    CHECK(token_bytes(layout) == 20480);
    CHECK(token_bytes(layout, KvKind::window) == 118784);
}

TEST_CASE("gpt-oss alternates windows of 128 with full layers") {
    const auto layout = kv_layout(gpt_oss_20b());
    CHECK(token_bytes(layout) == 24576);
    CHECK(token_bytes(layout, KvKind::window) == 24576);
    CHECK(layout[0].window == 128);
}

TEST_CASE("MLA keeps one latent row for keys and values, replicated on every device") {
    const auto layout = kv_layout(deepseek_v3());
    REQUIRE(layout.size() == 1);
    CHECK(layout[0] == KvGroup{.layers = 61, .k_elements = 576});
    CHECK(token_bytes(layout) == 70272);  // 61 x (512 + 64) x 2
}

TEST_CASE("A legacy MLA file makes engines keep every head") {
    auto legacy = deepseek_v3();
    legacy.dims.mla.legacy_full_heads = true;
    CHECK(token_bytes(kv_layout(legacy)) == 4997120);  // 61 x 128 x (192 + 128) x 2
}

TEST_CASE("An indexer adds its keys apart") {
    auto sparse = deepseek_v3();
    sparse.dims.indexer = {.heads = 64, .head_dim = 128, .top_k = 2048};
    CHECK(token_bytes(kv_layout(sparse)) == 70272);
    CHECK(token_bytes(kv_layout(sparse), KvKind::index) == 15616);  // 61 x 128 x 2
}

TEST_CASE("Qwen3-Next keeps a constant state in three layers of four") {
    const auto layout = kv_layout(qwen3_next());
    REQUIRE(layout.size() == 2);
    // 3 x (2 x 16 x 128 + 32 x 128) and 32 x 128 x 128
    CHECK(layout[0] ==
          KvGroup{.kind = KvKind::state, .layers = 36, .conv_state_elements = 24576, .state_elements = 524288});
    CHECK(layout[1] == KvGroup{.layers = 12, .k_elements = 512, .v_elements = 512, .kv_heads = 2});
    CHECK(token_bytes(layout) == 24576);
}

TEST_CASE("Llama 4 keeps chunks") {
    auto scout = llama_8b();
    scout.dims.layers = 48;
    scout.dims.sliding_window = 8192;
    scout.dims.chunked_attention = true;
    for (int n = 0; n < 12; ++n) { scout.layer_types += "sssf"; }
    const auto layout = kv_layout(scout);
    CHECK(layout[0].kind == KvKind::chunk);
    CHECK(layout[0].layers == 36);
    CHECK(layout[0].window == 8192);
    CHECK(token_bytes(layout) == 49152);
    CHECK(token_bytes(layout, KvKind::chunk) == 147456);
}

TEST_CASE("Nemotron-H caches in its four attention layers and holds state in its Mamba layers") {
    const auto layout = kv_layout(nemotron_nano_9b());
    REQUIRE(layout.size() == 2);
    // 3 x (10240 + 2 x 8 x 128) and 10240 x 128
    CHECK(layout[0] ==
          KvGroup{.kind = KvKind::state, .layers = 27, .conv_state_elements = 36864, .state_elements = 1310720});
    CHECK(token_bytes(layout) == 16384);
}

TEST_CASE("Layers that read another's cache keep nothing") {
    auto model = gemma_3_4b();
    model.dims.design = Design::gemma4;
    model.dims.kv_shared_layers = 10;
    const auto layout = kv_layout(model);
    CHECK(layout[0].layers + layout[1].layers == 24);
}

TEST_CASE("Global layers may have heads of their own") {
    auto model = gemma_3_4b();
    model.dims.design = Design::gemma4;
    model.dims.global_kv_heads = 1;
    model.dims.global_d_head = 512;
    CHECK(token_bytes(kv_layout(model)) == 2 * 5 * 2 * 512);
}

TEST_CASE("DeepSeek V4 keeps a window in every layer and one entry for so many tokens beside it") {
    Architecture model{.name = "deepseek4",
                       .dims = {.design = Design::deepseek_v4,
                                .layers = 3,
                                .heads = 64,
                                .kv_heads = 1,
                                .d_head = 512,
                                .sliding_window = 128,
                                .indexer = {.heads = 64, .head_dim = 128}},
                       .compress_ratios = {0, 4, 128}};
    const auto layout = kv_layout(model);
    REQUIRE(layout.size() == 4);
    CHECK(layout[0] == KvGroup{.kind = KvKind::window, .layers = 3, .k_elements = 512, .window = 128});
    CHECK(token_bytes(layout) == 2 * 512 / 4 + 2 * 512 / 128);
    CHECK(token_bytes(layout, KvKind::index) == 2 * 128 / 4);
}

TEST_CASE("Cross-attention holds the image's tokens, whatever the context") {
    auto model = llama_8b();
    model.dims.design = Design::mllama;
    model.dims.vision = {.kind = VisionKind::mllama, .positions = 1601, .tiles = 4};
    model.layer_types = "x" + std::string(31, 'f');
    const auto layout = kv_layout(model);
    CHECK(
        layout[0] ==
        KvGroup{
            .kind = KvKind::image, .layers = 1, .k_elements = 1024, .v_elements = 1024, .window = 6404, .kv_heads = 8});
}

TEST_CASE("Encoders keep nothing") {
    auto encoder = llama_8b();
    encoder.dims.design = Design::bert;
    CHECK(kv_layout(encoder).empty());
}

TEST_CASE("Pure Mamba has no cache that grows") {
    Architecture mamba{.name = "mamba",
                       .dims = {.design = Design::mamba,
                                .layers = 64,
                                .hidden_size = 4096,
                                .vocab_size = 65024,
                                .conv_kernel = 4,
                                .ssm = {.inner_size = 8192, .state_size = 16, .dt_rank = 256}}};
    const auto layout = kv_layout(mamba);
    REQUIRE(layout.size() == 1);
    CHECK(layout[0] ==
          KvGroup{.kind = KvKind::state, .layers = 64, .conv_state_elements = 24576, .state_elements = 131072});
}

TEST_CASE("The layout of an unknown architecture is refused") { CHECK_THROWS_AS(kv_layout({}), std::invalid_argument); }
