#include "model/readers/gguf_model.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

using namespace sizer;
using Json = nlohmann::json;

namespace {

std::filesystem::path samples() { return std::filesystem::path(__FILE__).parent_path() / "samples"; }

/// the file as an inspection would read it.
GgufModel inspected(const std::string& name) { return gguf_model(open_gguf(samples() / name)); }

void check_error(const std::string& name) {
    try {
        static_cast<void>(inspected(name));
        FAIL("no error");
    } catch (const InputError& error) {
        REQUIRE(error.problems().size() == 1);
        const auto& problem = error.problems().front();
        CHECK(problem.where.name.ends_with(name));
        REQUIRE(problem.where.byte.has_value());
        CHECK(*problem.where.byte <= std::filesystem::file_size(samples() / name));
        CHECK(problem.mend.id != Message::none);
    }
}

std::uint64_t weight_bytes(const Model& model) {
    std::uint64_t bytes = 0;
    for (const auto& sum : model.file->sums) { bytes += sum.bytes.count(); }
    return bytes;
}

/// the sample's dimensions by the names that its manifest uses.
std::map<std::string, std::uint64_t> named(const Dimensions& dims) {
    return {{"n_layer", dims.layers},
            {"n_embd", dims.hidden_size},
            {"n_vocab", dims.vocab_size},
            {"n_ctx_train", dims.max_context},
            {"n_ff", dims.intermediate_size},
            {"n_head", dims.heads},
            {"n_head_kv", dims.kv_heads},
            {"head_dim_k", dims.d_head},
            {"head_dim_v", dims.d_head_v == 0 ? dims.d_head : dims.d_head_v},
            {"sliding_window", dims.sliding_window},
            {"tied", dims.tie_word_embeddings ? 1U : 0U},
            {"n_expert", dims.moe.experts},
            {"n_expert_used", dims.moe.experts_per_token},
            {"n_ff_exp", dims.moe.expert_intermediate_size},
            {"ssm_d_conv", dims.conv_kernel},
            {"ssm_d_inner", dims.ssm.inner_size},
            {"ssm_d_state", dims.ssm.state_size},
            {"ssm_dt_rank", dims.ssm.dt_rank},
            {"ssm_n_group", dims.ssm.groups}};
}

void check_dimensions(const Json& expected, const Architecture& architecture) {
    const auto dims = named(architecture.dims);
    for (const auto& [key, value] : expected.items()) {
        INFO(key);
        if (key == "swa_layers") {
            for (std::size_t i = 0; i < architecture.layer_types.size(); ++i) {
                const bool window = std::find(value.begin(), value.end(), Json(i)) != value.end();
                CHECK(architecture.layer_types[i] == (window ? 's' : 'f'));
            }
            continue;
        }
        REQUIRE(dims.contains(key));
        CHECK(dims.at(key) == (value.is_boolean() ? (value.get<bool>() ? 1U : 0U) : value.get<std::uint64_t>()));
    }
}

void check_expectations(const std::string& name, const Json& expected) {
    const auto file = open_gguf(samples() / name);
    const auto model = gguf_model(file).model;
    const std::map<std::string, std::function<std::uint64_t()>> known = {
        {"version", [&] { return std::uint64_t{file.header.version}; }},
        {"n_kv", [&] { return file.header.metadata.entries().size(); }},
        {"n_tensors", [&] { return file.header.tensors.size(); }},
        {"n_params", [&] { return model.parameters.count(); }},
        {"weight_bytes", [&] { return weight_bytes(model); }},
        {"data_offset", [&] { return file.header.data_begin; }},
        {"alignment", [&] { return file.header.alignment; }},
        {"n_vocab", [&] { return std::uint64_t{model.architecture.dims.vocab_size}; }},
        {"split_count", [&] { return file.part_count; }}};
    for (const auto& [key, value] : expected.items()) {
        INFO(key);
        if (const auto found = known.find(key); found != known.end()) {
            CHECK(found->second() == value.get<std::uint64_t>());
        }
    }
    if (expected.contains("dims")) { check_dimensions(expected["dims"], model.architecture); }
    if (expected.contains("arch")) { CHECK(model.architecture.name == expected["arch"].get<std::string>()); }
    if (expected.contains("file_type")) { CHECK(model.file->type == expected["file_type"].get<std::string>()); }
}

}  // namespace

TEST_CASE("Every sample file gives the right answer or an error with its byte offset", "[readers]") {
    std::ifstream stream(samples() / "manifest.json");
    const Json manifest = Json::parse(stream);
    CHECK(manifest.size() > 40);
    for (const auto& sample : manifest) {
        const std::string name = sample["file"];
        DYNAMIC_SECTION(name << ": " << sample["what"].get<std::string>()) {
            const std::string want = sample["want"];
            if (want == "error") { check_error(name); }
            if (want == "ok") { CHECK_NOTHROW(inspected(name)); }
            if (want == "ok" && sample["expect"].is_object()) { check_expectations(name, sample["expect"]); }
            if (want == "either") {
                try {
                    static_cast<void>(inspected(name));
                } catch (const InputError& error) { CHECK(error.problems().front().where.byte.has_value()); }
            }
        }
    }
}

TEST_CASE("A file whose tensor data is cut is sized from its tensor infos and says so", "[readers]") {
    const auto model = inspected("bad_trunc_data.gguf").model;
    CHECK(model.file->data_missing);
    CHECK(weight_bytes(model) == 512);
    CHECK_FALSE(inspected("ok_qwen2.v3.Q8_0.gguf").model.file->data_missing);
}

TEST_CASE("A string that is not UTF-8 is shown as valid UTF-8", "[readers]") {
    CHECK(inspected("bad_utf8.gguf").model.name == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                                                   "abc");
}

TEST_CASE("Values of every type are read", "[readers]") {
    const auto file = open_gguf(samples() / "ok_all_value_types.gguf");
    const auto& metadata = file.header.metadata;
    CHECK(metadata.integer("t.u64") == 9223372036854775813ULL);
    CHECK(metadata.integer("t.u8") == 255U);
    CHECK(metadata.boolean("t.bool") == true);
    CHECK(metadata.text("t.str") == "h\xC3\xA9llo");
    CHECK(metadata.integers("a.u64") == std::vector<std::uint64_t>{1, 1099511627776});
    CHECK(metadata.integers("a.bool") == std::vector<std::uint64_t>{1, 0});
    CHECK(metadata.length("a.str") == 3U);
    CHECK_FALSE(metadata.integer("absent").has_value());
    CHECK_THROWS_AS(metadata.integer("t.i8"), InputError);   // -1
    CHECK_THROWS_AS(metadata.integer("t.f32"), InputError);  // not a whole number
}
