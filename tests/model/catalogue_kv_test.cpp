#include "model/kv_layout.hpp"

#include <sizer/catalogue.hpp>

#include <catch2/catch.hpp>

using namespace sizer;

namespace {

struct Published {
    const char* model;
    std::uint64_t token_bytes;     ///< f16, of layers that keep every token
    std::uint64_t window_bytes;    ///< f16, of window layers, for each token in the window
    std::uint64_t state_elements;  ///< of all layers for one sequence
};

// Sources: the models' config.json; full, window and state were compared with llama.cpp v0.5.0 runs where it has the
// architecture.
constexpr Published k_published[] = {
    {"llama-3.1-8b", 131072, 0, 0},
    {"gemma-3-27b", 81920, 425984, 0},
    {"gpt-oss-120b", 36864, 36864, 0},
    {"deepseek-v3", 70272, 0, 0},
    {"qwen3-next-80b-a3b", 24576, 0, 36 * (24576 + 524288)},
    {"llama-4-maverick", 49152, 147456, 0},
    {"nemotron-nano-9b-v2", 16384, 0, 27 * (36864 + 1310720)},
    {"kimi-linear-48b-a3b", 8064, 0, 20 * (36864 + 524288)},
    {"jamba-mini", 16384, 0, 28 * (24576 + 131072)},
    {"lfm2-1.2b", 12288, 0, 10 * 4096},
    {"gemma-4-e2b", 6144, 12288, 0},
    {"nemotron-super-49b", 200704, 0, 0},
    {"falcon-mamba-7b", 0, 0, 64 * (24576 + 131072)},
    {"bge-m3", 0, 0, 0},
};

}  // namespace

TEST_CASE("Catalogue rows have the layouts of their architectures") {
    const Catalogue catalogue;
    for (const auto& published : k_published) {
        CAPTURE(published.model);
        const auto* row = catalogue.find_model(published.model);
        REQUIRE(row != nullptr);
        std::uint64_t token = 0;
        std::uint64_t window = 0;
        std::uint64_t state = 0;
        for (const auto& group : kv_layout(architecture_of(*row))) {
            const std::uint64_t bytes = 2 * group.layers * (group.k_elements + group.v_elements);
            if (group.kind == KvKind::full) { token += bytes / group.tokens_per_entry; }
            if (group.kind == KvKind::window || group.kind == KvKind::chunk) { window += bytes; }
            state += group.layers * (group.conv_state_elements + group.state_elements);
        }
        CHECK(token == published.token_bytes);
        CHECK(window == published.window_bytes);
        CHECK(state == published.state_elements);
    }
}
