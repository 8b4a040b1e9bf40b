#include "memory/shape_weights.hpp"

#include "../model/architectures.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace sizer;
using namespace sizer::test;

namespace {

FormatRow gguf(std::string_view id, std::int32_t file_type) {
    return {.id = id, .packing = Packing::gguf, .gguf_file_type = file_type};
}

FormatRow packed(std::string_view id, Packing packing, BlockWidth width, std::uint32_t group = 0) {
    return {.id = id, .packing = packing, .width = width, .group = group};
}

std::uint64_t bytes(const Architecture& architecture, const FormatRow& format) {
    const auto weights = shape_weights(architecture, format);
    REQUIRE(weights.derivable);
    return weights.bytes.count();
}

/// `published` was given in GB with two decimals.
void check_gigabytes(std::uint64_t computed, double published, double relative = 0.002) {
    CHECK(static_cast<double>(computed) / 1e9 == Approx(published).epsilon(relative));
}

constexpr BlockWidth k_byte = {1, 1};

}  // namespace

TEST_CASE("GGUF weights are the sum of llama.cpp's tensors") {
    // llama-bench model_size, the sum of tensor bytes; each has a rope_freqs table of 256 bytes beside the parameters.
    CHECK(bytes(llama_8b(), gguf("Q4_K_M", 15)) + 256 == 4912898304);
    CHECK(bytes(llama_70b(), gguf("Q4_K_M", 15)) + 256 == 42512531712);
}

TEST_CASE("GGUF weights come within a header of published files") {
    // 7.84 MB of header with a 128k vocabulary
    // https://huggingface.co/ThomasBaruzier/Meta-Llama-3.1-8B-Instruct-GGUF (Q4_1), whole file 5130257792
    const auto q4_1 = bytes(llama_8b(), gguf("Q4_1", 3));
    CHECK(5130257792 - q4_1 > 7800000);
    CHECK(5130257792 - q4_1 < 7900000);
    // https://ollama.com/library, qwen2.5:72b Q4_K_M, whole file 47405701530
    check_gigabytes(bytes(qwen25_72b(), gguf("Q4_K_M", 15)), 47.40, 0.001);
}

TEST_CASE("gpt-oss in MXFP4 as GGUF and as its checkpoint") {
    // llama-bench, kyuz0/amd-strix-halo-toolboxes: 12101070356
    check_gigabytes(bytes(gpt_oss_20b(), gguf("MXFP4_MOE", 38)), 12.10);
    const auto mxfp4 = packed("mxfp4", Packing::experts_only, {32, 17}, 32);
    CHECK(bytes(gpt_oss_20b(), mxfp4) == bytes(gpt_oss_20b(), gguf("MXFP4_MOE", 38)));
    // openai/gpt-oss-20b, safetensors of 4.79 + 4.80 + 4.17 GB
    check_gigabytes(shape_weights(gpt_oss_20b(), mxfp4, Container::checkpoint).bytes.count(), 13.76);
}

TEST_CASE("A vision tower stands beside a GGUF file and inside a checkpoint") {
    const auto file = shape_weights(gemma_3_4b(), gguf("BF16", 32));
    CHECK(file.bytes == Bytes{7761262592});  // llama.cpp v0.5.0, model buffer
    CHECK(file.projector == Bytes{2 * 419816304ULL});
    FormatRow bf16 = packed("bf16", Packing::uniform, {1, 2});
    CHECK(bytes(gemma_3_4b(), bf16) == 7761262592);
    const auto checkpoint = shape_weights(gemma_3_4b(), bf16, Container::checkpoint);
    CHECK(checkpoint.bytes == Bytes{2 * 4300079472ULL});
    CHECK(checkpoint.projector == Bytes{0});
}

TEST_CASE("AWQ packs the linear layers of the blocks alone") {
    // casper-hansen/AutoAWQ, published sizes 5.73, 6.13 and 5.57 GB
    check_gigabytes(bytes(llama_8b(), packed("awq", Packing::linear_only, {256, 133}, 128)), 5.73);
    check_gigabytes(bytes(llama_8b(), packed("awq-g32", Packing::linear_only, {256, 148}, 32)), 6.13);
}

TEST_CASE("GPTQ stores an index for each input beside its groups") {
    // a layer of 4096 x 4096: 4096 x 4096 x 133 / 256 + 4 x 4096
    auto one = llama_8b();
    const auto with = bytes(one, packed("gptq", Packing::linear_only, {256, 133}, 128));
    const auto without = bytes(one, packed("awq", Packing::linear_only, {256, 133}, 128));
    CHECK(with - without == 32ULL * 4 * (6 * 4096 + 14336));  // q, k, v, o, gate, up and down
}

TEST_CASE("NF4 with double quantisation saves 0.373 bits a weight") {
    const auto plain = bytes(llama_8b(), packed("nf4", Packing::linear_only, {64, 36}, 64));
    const auto twice = bytes(llama_8b(), packed("nf4_dq", Packing::linear_only, {16384, 8452}, 64));
    const double linear = 8030261248.0 - 2.0 * 128256 * 4096 - 65.0 * 4096;
    CHECK(static_cast<double>(plain - twice) * 8 / linear == Approx(0.373).margin(0.001));
}

TEST_CASE("Eight-bit integers and FP8 keep their scales") {
    // neuralmagic/Meta-Llama-3.1-8B-Instruct-quantized.w8a8 9.08 GB, 70B 72.7 GB; ModelOpt FP8 9.08 GB
    check_gigabytes(bytes(llama_8b(), packed("int8_w8a8", Packing::linear_only, k_byte)), 9.08);
    check_gigabytes(bytes(llama_70b(), packed("int8_w8a8", Packing::linear_only, k_byte)), 72.7);
    check_gigabytes(bytes(llama_8b(), packed("fp8_tensor", Packing::linear_only, k_byte)), 9.08);
}

TEST_CASE("DeepSeek-V3 has a scale for each tile of 128 by 128") {
    // Hugging Face counts 684531386000 = 671026419200 + 13463426304 of MTP + 41540496 scales
    const auto with = shape_weights(deepseek_v3(), packed("fp8_block128", Packing::linear_only, k_byte));
    const auto without = shape_weights(deepseek_v3(), packed("no scales", Packing::linear_only, k_byte));
    const Bytes scales = (with.bytes + with.not_loaded) - (without.bytes + without.not_loaded);
    CHECK(scales == Bytes{4 * 41540496ULL});
}

TEST_CASE("MLX packs embedding and head too") {
    // mlx-community/Meta-Llama-3.1-8B-Instruct-4bit 4.52 GB, -8bit 8.53 GB
    check_gigabytes(bytes(llama_8b(), packed("mlx_affine4", Packing::everything, {64, 36}, 64)), 4.52);
    check_gigabytes(bytes(llama_8b(), packed("mlx_affine8", Packing::everything, {64, 68}, 64)), 8.53);
}

TEST_CASE("EXL2 keeps its embedding wide and its head apart") {
    // turboderp/Llama-3.1-8B-Instruct-exl2 at 4.0 bits a weight: 4.96 GB
    check_gigabytes(bytes(llama_8b(), packed("exl2", Packing::exl, {2, 1})), 4.96);
}

TEST_CASE("A width of so many bits a weight is the same everywhere") {
    CHECK(bytes(llama_8b(), packed("4.5bpw", Packing::uniform, {16, 9})) == 8030261248 / 16 * 9);
}

TEST_CASE("MTP layers are not loaded") {
    const auto weights = shape_weights(deepseek_v3(), packed("4bpw", Packing::uniform, {2, 1}));
    CHECK(weights.bytes == Bytes{671026419200 / 2});
    CHECK(weights.not_loaded == Bytes{13463426304 / 2});
    CHECK(shape_weights(deepseek_v3(), gguf("Q8_0", 7)).not_loaded == Bytes{0});  // its GGUF files leave them out
}

TEST_CASE("Sums by class and type add up to the whole") {
    const auto weights = shape_weights(llama_8b(), gguf("Q4_K_M", 15));
    Bytes sum;
    for (const auto& part : weights.sums) { sum += part.bytes; }
    CHECK(sum == weights.bytes);
    const auto& first = weights.sums.front();
    CHECK(first.cls == TensorClass::token_embedding);
    CHECK(first.type == "Q4_K");
    CHECK(first.elements == 128256ULL * 4096);
}

TEST_CASE("What shapes cannot tell is not derived") {
    CHECK_FALSE(shape_weights(llama_8b(), gguf("UD-Q4_K_XL", -1)).derivable);
    CHECK_FALSE(shape_weights(llama_8b(), gguf("NVFP4", 39)).derivable);
    // ... but a checkpoint in NVFP4 has its formula
    FormatRow nvfp4 = packed("nvfp4", Packing::linear_only, {16, 9}, 16);
    nvfp4.gguf_file_type = 39;
    CHECK(shape_weights(llama_8b(), nvfp4).derivable);
    CHECK_FALSE(shape_weights({}, gguf("Q4_K_M", 15)).derivable);
    CHECK_FALSE(shape_weights(llama_8b(), packed("fp8_kv", Packing::cache_only, k_byte)).derivable);
}
