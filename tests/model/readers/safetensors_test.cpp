#include "model/readers/safetensors.hpp"

#include "model/readers/tensor_class.hpp"
#include "temporary_folder.hpp"

#include <sizer/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

using namespace sizer;
using namespace sizer::test;

namespace {

std::string safetensors(const std::string& header, std::size_t data = 0) {
    const std::uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes + header + std::string(data, '\0');
}

SafetensorsHeader header(const std::string& bytes) {
    return read_safetensors_header(std::as_bytes(std::span(bytes)), "model.safetensors");
}

Message error_of(const std::string& bytes) {
    try {
        static_cast<void>(header(bytes));
    } catch (const InputError& error) {
        CHECK(error.problems().front().where.byte.has_value());
        return error.problems().front().what.id;
    }
    return Message::none;
}

const std::string k_two = R"({"__metadata__":{"format":"pt"},
    "model.embed_tokens.weight":{"dtype":"BF16","shape":[4,8],"data_offsets":[0,64]},
    "model.layers.1.mlp.down_proj.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[64,80]}})";

}  // namespace

TEST_CASE("A safetensors header lists names, types and bytes", "[readers]") {
    const auto read = header(safetensors(k_two, 80));
    REQUIRE(read.tensors.size() == 2);
    CHECK(read.tensors[0].name == "model.embed_tokens.weight");
    CHECK(read.tensors[0].elements == 32);
    CHECK(read.tensors[1].end == 80);
    CHECK_FALSE(read.data_missing);
    CHECK(header(safetensors(k_two, 79)).data_missing);
}

TEST_CASE("Malformed safetensors headers are refused with an offset", "[readers]") {
    const auto one = [](const std::string& entry) { return error_of(safetensors(R"({"a":)" + entry + "}", 64)); };
    CHECK(error_of("") == Message::empty_file);
    CHECK(error_of("abc") == Message::file_cut);
    CHECK(error_of(std::string(16, '\xFF')) == Message::bad_count);
    CHECK(error_of(safetensors(k_two).substr(0, 50)) == Message::file_cut);
    CHECK(error_of(safetensors("{]")) == Message::not_json);
    CHECK(error_of(safetensors("[]")) == Message::bad_value);
    CHECK(one(R"(5)") == Message::bad_value);
    CHECK(one(R"({"dtype":"F32","shape":[1]})") == Message::bad_value);
    CHECK(one(R"({"dtype":"F32","shape":[-1],"data_offsets":[0,4]})") == Message::bad_value);
    CHECK(one(R"({"dtype":"F32","shape":[[1]],"data_offsets":[0,4]})") == Message::bad_value);
    CHECK(one(R"({"dtype":"F99","shape":[1],"data_offsets":[0,4]})") == Message::tensor_bad_type);
    CHECK(one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})") == Message::tensor_bad_shape);
    CHECK(one(R"({"dtype":"F32","shape":[1],"data_offsets":[8,4]})") == Message::tensor_bad_offset);
    CHECK(one(R"({"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]})") == Message::bad_value);
    const std::string half = R"({"dtype":"F32","shape":[1],"data_offsets":)";
    CHECK(one(half + R"([0,4]},"b":)" + half + "[0,4]}") == Message::tensor_overlap);
    CHECK(one(half + R"([0,4]},"a":)" + half + "[4,8]}") == Message::duplicate_tensor);
}

TEST_CASE("Every cut and every flipped byte of a safetensors header is answered", "[readers]") {
    const std::string whole = safetensors(k_two, 80);
    for (std::size_t size = 0; size < whole.size() - 80; ++size) {
        CHECK(error_of(whole.substr(0, size)) != Message::none);
    }
    for (std::size_t at = 0; at < whole.size() - 80; ++at) {
        for (const unsigned mask : {0x01U, 0x20U, 0x80U}) {
            std::string flipped = whole;
            flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ mask);
            CHECK_NOTHROW(error_of(flipped));
        }
    }
}

TEST_CASE("Content tells a safetensors file", "[readers]") {
    const auto looks = [](const std::string& bytes) { return looks_like_safetensors(std::as_bytes(std::span(bytes))); };
    CHECK(looks(safetensors(k_two)));
    CHECK_FALSE(looks("GGUF\3\0\0\0\0\0\0\0"));
    CHECK_FALSE(looks(R"({"architectures":["LlamaForCausalLM"]})"));
    CHECK_FALSE(looks(""));
}

TEST_CASE("The shards of a folder are summed by class and type, with or without an index", "[readers]") {
    const TemporaryFolder folder;
    folder.write("model-00001-of-00002.safetensors", safetensors(k_two, 80));
    folder.write("model-00002-of-00002.safetensors",
                 safetensors(R"({"lm_head.weight":{"dtype":"BF16","shape":[4,8],"data_offsets":[0,64]},
                                 "mtp.fc.weight":{"dtype":"BF16","shape":[2],"data_offsets":[64,68]}})",
                             68));
    folder.write("adapter_model.safetensors", "not a part of it");
    const auto check = [&](const std::filesystem::path& path) {
        const auto read = read_checkpoint(path);
        CHECK(read.parameters == Params(32 + 4 + 32));
        CHECK(read.file.type == "BF16");
        REQUIRE(read.file.sums.size() == 4);
        CHECK(read.file.sums[0] == TensorSum{TensorClass::token_embedding, "BF16", 1, 32, Bytes(64)});
        CHECK(read.file.sums[3] == TensorSum{TensorClass::mtp, "BF16", 1, 2, Bytes(4)});
    };
    CHECK(holds_safetensors(folder.path()));
    check(folder.path());
    const auto index = folder.write("model.safetensors.index.json", R"({"metadata":{"total_size":148},"weight_map":{
        "a":"model-00001-of-00002.safetensors","b":"model-00002-of-00002.safetensors",
        "c":"model-00001-of-00002.safetensors"}})");
    check(index);
    check(folder.path());
    CHECK(read_checkpoint(folder.path(), 1).parameters == Params(32 + 32));  // layer 1 lies behind the one main layer
    CHECK(checkpoint_header_sha256(read_checkpoint(index)).size() == 64);
}

TEST_CASE("Where shards are missing the index's total stands for them", "[readers]") {
    const TemporaryFolder folder;
    const auto with = folder.write("a/model.safetensors.index.json",
                                   R"({"metadata":{"total_size":1000},
        "weight_map":{"a":"x.safetensors"}})");
    const auto read = read_checkpoint(with);
    CHECK(read.missing_parts == std::vector<std::string>{"x.safetensors"});
    REQUIRE(read.file.sums.size() == 1);
    CHECK(read.file.sums[0].bytes == Bytes(1000));
    CHECK(read.file.data_missing);
    CHECK_FALSE(read.parameters.has_value());
    CHECK_NOTHROW(require_sizable(read, with));
    const auto without = folder.write("b/model.safetensors.index.json", R"({"weight_map":{"a":"x.safetensors"}})");
    CHECK_THROWS_AS(require_sizable(read_checkpoint(without), without), InputError);
}

TEST_CASE("An index that leads out of its folder, or is none, is refused", "[readers]") {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& text) {
        CHECK_THROWS_AS(read_checkpoint(folder.write("model.safetensors.index.json", text)), InputError);
    };
    refused(R"({"weight_map":{"a":"../x.safetensors"}})");
    refused(R"({"weight_map":{"a":"/etc/passwd"}})");
    refused(R"({"metadata":{}})");
    refused("{");
    refused("");
}

TEST_CASE("Packed weights are bytes, but their elements are no parameters", "[readers]") {
    const TemporaryFolder folder;
    folder.write("model.safetensors",
                 safetensors(R"({"model.layers.0.mlp.up_proj.qweight":{"dtype":"I32","shape":[4],"data_offsets":[0,16]},
                                 "model.layers.0.mlp.up_proj.scales":{"dtype":"F16","shape":[2],"data_offsets":[16,20]}})",
                             20));
    const auto read = read_checkpoint(folder.path());
    CHECK_FALSE(read.parameters.has_value());
    REQUIRE(read.file.sums.size() == 2);
    CHECK(read.file.sums[0].cls == TensorClass::ffn_up);
    CHECK(read.file.sums[1].cls == TensorClass::norm);
}

TEST_CASE("Hugging Face names tell what a tensor is for", "[readers]") {
    CHECK(hf_tensor_class("model.layers.3.self_attn.q_proj.weight") == TensorClass::attention_q);
    CHECK(hf_tensor_class("model.layers.3.self_attn.q_proj.bias") == TensorClass::norm);
    CHECK(hf_tensor_class("model.layers.3.self_attn.q_norm.weight") == TensorClass::norm);
    CHECK(hf_tensor_class("model.layers.3.self_attn.kv_a_proj_with_mqa.weight") == TensorClass::attention_other);
    CHECK(hf_tensor_class("model.layers.3.mlp.experts.7.down_proj.weight") == TensorClass::expert_down);
    CHECK(hf_tensor_class("model.layers.3.block_sparse_moe.experts.7.w1.weight") == TensorClass::expert_gate);
    CHECK(hf_tensor_class("model.layers.3.mlp.experts.gate_up_proj_blocks") == TensorClass::expert_up);
    CHECK(hf_tensor_class("model.layers.3.mlp.shared_experts.down_proj.weight") == TensorClass::ffn_down);
    CHECK(hf_tensor_class("model.layers.3.mlp.gate.weight") == TensorClass::router);
    CHECK(hf_tensor_class("model.layers.3.linear_attn.in_proj_qkvz.weight") == TensorClass::ssm);
    CHECK(hf_tensor_class("model.visual.blocks.0.attn.qkv.weight") == TensorClass::vision);
    CHECK(hf_tensor_class("model.mtp.layers.0.mlp.up_proj.weight") == TensorClass::mtp);
    CHECK(hf_tensor_class("transformer.wte.weight") == TensorClass::token_embedding);
    CHECK(hf_layer("model.layers.12.mlp.gate.weight") == 12);
    CHECK(hf_layer("lm_head.weight") == -1);
}
