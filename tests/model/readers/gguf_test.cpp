#include "model/readers/gguf.hpp"

#include "gguf_writer.hpp"
#include "model/readers/gguf_model.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <chrono>

using namespace sizer;
using namespace sizer::test;

namespace {

GgufHeader header(const std::string& bytes) { return read_gguf_header(std::as_bytes(std::span(bytes)), "model.gguf"); }

GgufWriter small_model(bool big_endian = false) {
    GgufWriter writer(big_endian);
    writer.text("general.architecture", "llama")
        .u32("llama.block_count", 1)
        .u32("llama.embedding_length", 32)
        .u32("llama.attention.head_count", 4)
        .u32s("llama.attention.head_count_kv", {2})
        .boolean("llama.attention.causal", true)
        .texts("tokenizer.ggml.tokens", 3, "abc")
        .tensor("token_embd.weight", {32, 3})
        .tensor("blk.0.attn_q.weight", {32, 32});
    return writer;
}

Problem problem_of(const std::string& bytes) {
    try {
        static_cast<void>(header(bytes));
    } catch (const InputError& error) { return error.problems().front(); }
    FAIL("no error");
    return {};
}

std::string wrong_tensor(const std::vector<std::uint64_t>& ne, std::uint32_t type = 1, std::uint64_t offset = 0) {
    return GgufWriter().text("general.architecture", "llama").raw_tensor("w", ne, type, offset).file();
}

}  // namespace

TEST_CASE("A header is read the same in both byte orders", "[readers]") {
    for (const bool big_endian : {false, true}) {
        const std::string bytes = small_model(big_endian).file();
        const auto read = header(bytes);
        CHECK(read.big_endian == big_endian);
        CHECK(read.version == 3);
        CHECK(read.metadata.text("general.architecture") == "llama");
        CHECK(read.metadata.integer("llama.embedding_length") == 32U);
        CHECK(read.metadata.integers("llama.attention.head_count_kv") == std::vector<std::uint64_t>{2});
        CHECK(read.metadata.length("tokenizer.ggml.tokens") == 3U);
        REQUIRE(read.tensors.size() == 2);
        CHECK(read.tensors[0].bytes == 192);
        CHECK(read.tensors[1].elements == 1024);
        CHECK_FALSE(read.data_missing);
    }
}

TEST_CASE("A file that holds its header alone is read, and its data is missing", "[readers]") {
    CHECK(header(small_model().file(false)).data_missing);
}

TEST_CASE("GGUF version 1 is refused at the version field", "[readers]") {
    const auto problem = problem_of(GgufWriter(false, 1).file());
    CHECK(problem.what.id == Message::gguf_bad_version);
    CHECK(problem.where.byte == 4U);
}

TEST_CASE("A tensor that cannot be is refused", "[readers]") {
    CHECK(problem_of(wrong_tensor({1ULL << 40U, 1ULL << 40U})).what.id == Message::tensor_bad_shape);
    CHECK(problem_of(wrong_tensor({32, 0})).what.id == Message::tensor_bad_shape);
    CHECK(problem_of(wrong_tensor({1, 1, 1, 1, 1})).what.id == Message::tensor_bad_shape);
    CHECK(problem_of(wrong_tensor({33}, 8)).what.id == Message::tensor_bad_shape);
    CHECK(problem_of(wrong_tensor({32}, 99)).what.id == Message::tensor_bad_type);
    CHECK(problem_of(wrong_tensor({32}, 4)).what.id == Message::tensor_removed_type);
    CHECK(problem_of(wrong_tensor({32}, 1, 20)).what.id == Message::tensor_bad_offset);
    CHECK(problem_of(wrong_tensor({32}, 1, ~0ULL - 31)).what.id == Message::tensor_bad_offset);
}

TEST_CASE("Tensors that share a name or bytes are refused", "[readers]") {
    GgufWriter twice;
    twice.raw_tensor("w", {32}, 1, 0).raw_tensor("w", {32}, 1, 64);
    CHECK(problem_of(twice.file()).what.id == Message::duplicate_tensor);
    GgufWriter over;
    over.raw_tensor("a", {32}, 1, 0).raw_tensor("b", {32}, 1, 32);
    CHECK(problem_of(over.file()).what.id == Message::tensor_overlap);
}

TEST_CASE("A key that stands twice is refused", "[readers]") {
    CHECK(problem_of(GgufWriter().u32("a", 1).u32("a", 1).file()).what.id == Message::duplicate_key);
}

TEST_CASE("A file that is not there, a folder and an empty file are said apart", "[readers]") {
    const TemporaryFolder folder;
    const auto id = [](const std::filesystem::path& path) {
        try {
            static_cast<void>(open_gguf(path));
        } catch (const InputError& error) { return error.problems().front().what.id; }
        return Message::none;
    };
    CHECK(id(folder.path() / "absent.gguf") == Message::file_not_found);
    CHECK(id(folder.path()) == Message::file_is_directory);
    CHECK(id(folder.write("empty.gguf", "")) == Message::empty_file);
    CHECK(id(folder.path() / std::string(300, 'x')) == Message::file_unreadable);
    CHECK(id("/dev/null") == Message::file_unreadable);
}

TEST_CASE("A vocabulary of 128,000 tokens is stepped over in under 2 ms", "[readers]") {
    const std::string bytes = small_model()
                                  .texts("tokenizer.ggml.merges", 280'000, "token token")
                                  .u32s("tokenizer.ggml.token_type", std::vector<std::uint32_t>(128'000, 1))
                                  .texts("tokenizer.ggml.scores_as_text", 128'000, "a token")
                                  .file();
    auto best = std::chrono::steady_clock::duration::max();
    for (int round = 0; round < 5; ++round) {
        const auto start = std::chrono::steady_clock::now();
        CHECK(header(bytes).tensors.size() == 2);
        best = std::min(best, std::chrono::steady_clock::now() - start);
    }
#ifdef __OPTIMIZE__
    CHECK(best < std::chrono::milliseconds(2));
#else
    CHECK(best < std::chrono::milliseconds(200));
#endif
}

TEST_CASE("The parts of a split file are summed, whichever is given", "[readers]") {
    const TemporaryFolder folder;
    GgufWriter first = small_model();
    first.u32("split.count", 2).u32("split.no", 0);
    GgufWriter second;
    second.u32("split.count", 2).u32("split.no", 1).tensor("output.weight", {32, 3});
    folder.write("m-00001-of-00002.gguf", first.file());
    for (const auto& given :
         {folder.path() / "m-00001-of-00002.gguf", folder.write("m-00002-of-00002.gguf", second.file())}) {
        const auto file = open_gguf(given);
        if (file.missing_parts.empty()) {
            const auto model = gguf_model(file);
            CHECK(model.model.parameters == Params(96 + 1024 + 96));
            CHECK_NOTHROW(require_sizable(model));
        }
        CHECK(file.path.filename() == "m-00001-of-00002.gguf");
    }
}

TEST_CASE("A split file without a part can be inspected, but no budget made of it", "[readers]") {
    const TemporaryFolder folder;
    const auto path =
        folder.write("m-00001-of-00003.gguf", small_model().u32("split.count", 3).u32("split.no", 0).file());
    const auto model = gguf_model(open_gguf(path));
    CHECK(model.missing_parts == std::vector<std::string>{"m-00002-of-00003.gguf", "m-00003-of-00003.gguf"});
    try {
        require_sizable(model);
        FAIL("no error");
    } catch (const InputError& error) {
        const auto& what = error.problems().front().what;
        CHECK(what.id == Message::missing_parts);
        CHECK(std::get<std::string>(what.operands.front().value) == "m-00002-of-00003.gguf, m-00003-of-00003.gguf");
    }
}

TEST_CASE("The header's hash is of the header alone", "[readers]") {
    const TemporaryFolder folder;
    const auto whole = gguf_header_sha256(open_gguf(folder.write("a.gguf", small_model().file())));
    const auto head = gguf_header_sha256(open_gguf(folder.write("b.gguf", small_model().file(false))));
    const auto other = gguf_header_sha256(open_gguf(folder.write("c.gguf", small_model().u32("x", 1).file())));
    CHECK(whole == head);
    CHECK(whole != other);
    CHECK(whole.size() == 64);
}
