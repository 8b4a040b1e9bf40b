#include "gguf_writer.hpp"
#include "model/readers/gguf_model.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace sizer;
using namespace sizer::test;

namespace {

/// A model with a bit of everything: arrays, strings, experts, windows, MTP.
std::string valid_file() {
    GgufWriter writer;
    writer.text("general.architecture", "glm4moe")
        .u32("general.file_type", 1)
        .u32("general.alignment", 32)
        .u32("glm4moe.block_count", 2)
        .u32("glm4moe.nextn_predict_layers", 1)
        .u32("glm4moe.embedding_length", 32)
        .u32s("glm4moe.attention.head_count_kv", {2, 2})
        .u32("glm4moe.attention.head_count", 4)
        .booleans("glm4moe.attention.sliding_window_pattern", {true, false})
        .u32("glm4moe.attention.sliding_window", 16)
        .u32("glm4moe.expert_count", 4)
        .u32("glm4moe.expert_used_count", 2)
        .texts("tokenizer.ggml.tokens", 3, "ab")
        .tensor("token_embd.weight", {32, 3})
        .tensor("blk.0.ffn_down_exps.weight", {32, 32, 4})
        .tensor("blk.1.nextn.eh_proj.weight", {64, 32});
    return writer.file();
}

/// reads the bytes as a file would be; the answer is a model or an InputError, nothing else.
bool answers(const TemporaryFolder& folder, const std::string& bytes) {
    const auto path = folder.write("m.gguf", bytes);
    try {
        const auto file = open_gguf(path);
        static_cast<void>(gguf_model(file));
    } catch (const InputError& error) {
        return !error.problems().empty() && error.problems().front().where.byte.has_value();
    }
    return true;
}

}  // namespace

TEST_CASE("Every cut of a GGUF header is an error with an offset", "[readers]") {
    const TemporaryFolder folder;
    const std::string whole = valid_file();
    const auto header_bytes = open_gguf(folder.write("m.gguf", whole)).header.header_bytes;
    for (std::size_t size = 0; size < header_bytes; ++size) {
        const std::string cut = whole.substr(0, size);
        CHECK_THROWS_AS(read_gguf_header(std::as_bytes(std::span(cut)), "m.gguf"), InputError);
    }
    for (std::size_t size = header_bytes; size <= whole.size(); size += 97) {
        CHECK(answers(folder, whole.substr(0, size)));
    }
}

TEST_CASE("A flipped byte anywhere in a GGUF header gives a model or an error, never a crash", "[readers]") {
    const TemporaryFolder folder;
    const std::string whole = valid_file();
    const auto header_bytes = open_gguf(folder.write("m.gguf", whole)).header.header_bytes;
    for (std::size_t at = 0; at < header_bytes; ++at) {
        for (const unsigned mask : {0x01U, 0x80U, 0xFFU}) {
            std::string flipped = whole;
            flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ mask);
            CHECK(answers(folder, flipped));
        }
    }
}
