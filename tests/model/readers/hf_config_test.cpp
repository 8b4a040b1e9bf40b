#include "model/readers/hf_config.hpp"

#include "model/kv_layout.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <nlohmann/json.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

using namespace sizer;

namespace {

const std::string k_folder = std::string(SIZER_TEST_DIR) + "/model/readers/configs/";

std::string file_text(const std::string& name) {
    std::ifstream file(k_folder + name);
    REQUIRE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Model read_file(const std::string& name) { return read_hf_config(file_text(name + ".json"), name + ".json"); }

Architecture row(std::string_view id) {
    static const Catalogue catalogue;
    const auto* const found = catalogue.find_model(id);
    REQUIRE(found != nullptr);
    return architecture_of(*found);
}

/// bytes that one more token adds, 2 bytes an element.
std::uint64_t bytes_per_token(const Model& model) {
    std::uint64_t bytes = 0;
    for (const auto& group : kv_layout(model.architecture)) {
        if (group.kind == KvKind::full && group.tokens_per_entry == 1) {
            bytes += 2 * group.layers * (group.k_elements + group.v_elements);
        }
    }
    return bytes;
}

std::vector<Problem> problems_of(const std::string& text) {
    try {
        static_cast<void>(read_hf_config(text, "config.json"));
    } catch (const InputError& error) { return error.problems(); }
    return {};
}

struct Published {
    std::string file;
    std::uint64_t parameters;  ///< the repository's safetensors total, less what it counts twice
    std::uint64_t bytes_per_token;
    std::string format;
};

}  // namespace

TEST_CASE("Published configs give the published parameter counts and caches") {
    const auto published = GENERATE(values<Published>({
        {"qwen3-0.6b", 596049920, 114688, ""},
        {"qwen3-235b-a22b-fp8", 235093634560, 192512, "fp8_block128"},
        {"qwen3-vl-8b", 8767123696, 147456, ""},
        {"qwen3.5-122b-a10b", 122562817776, 24576, ""},
        {"deepseek-v3.2", 671877944064, 70272, "fp8_block128"},
        {"gemma-4-26b-a4b", 25805936206, 20480, ""},
        {"llama-4-scout", 107769861120, 49152, ""},
        {"llama-3.1-70b", 70553706496, 327680, ""},
        {"kimi-k2.5", 1026408232448, 70272, "w4a16_ct"},
        {"nemotron-super-49b", 49867145216, 200704, ""},
        {"nemotron-3-super-120b", 120668707840, 8192, ""},
        {"minimax-m2.5-nvfp4", 228689764864, 253952, "nvfp4"},
        {"gpt-oss-120b", 116829156672, 36864, "mxfp4"},
    }));
    CAPTURE(published.file);
    const Model model = read_file(published.file);
    CHECK(model.parameters.count() == published.parameters);
    CHECK(bytes_per_token(model) == published.bytes_per_token);
    CHECK(model.default_format == published.format);
    CHECK(model.unknown_architecture.empty());
}

TEST_CASE("A published config gives the same architecture as the catalogue's row") {
    CHECK(read_file("qwen3-0.6b").architecture == row("qwen3-0.6b"));
    CHECK(read_file("qwen3.5-122b-a10b").architecture == row("qwen3.5-122b-a10b"));
    CHECK(read_file("qwen3-vl-8b").architecture == row("qwen3-vl-8b"));
    CHECK(read_file("deepseek-v3.2").architecture == row("deepseek-v3.2"));
    CHECK(read_file("gemma-4-26b-a4b").architecture == row("gemma-4-26b-a4b"));
    CHECK(read_file("gpt-oss-120b").architecture == row("gpt-oss-120b"));
    CHECK(read_file("nemotron-super-49b").architecture == row("nemotron-super-49b"));
    CHECK(read_file("nemotron-3-super-120b").architecture == row("nemotron-3-super-120b-a12b"));
    CHECK(read_file("deepseek-v4-flash-fp8").architecture == row("deepseek-v4-flash"));
}

TEST_CASE("The keys that matter of every family give its rows") {
    const auto families = nlohmann::json::parse(file_text("families.json"));
    for (const auto& [id, config] : families.items()) {
        CAPTURE(id);
        CHECK(looks_like_hf_config(config.dump()));
        CHECK(read_hf_config(config.dump(), id + ".json").architecture == row(id));
    }
}

TEST_CASE("Layers with KV heads of their own, and layers listed without a count") {
    const auto mimo = read_file("mimo-v2-flash").architecture;
    CHECK(mimo.dims.sliding_window == 128);
    CHECK(mimo.dims.kv_heads == 8);  // of the window layers
    CHECK(mimo.dims.global_kv_heads == 4);
    CHECK(mimo.dims.d_head_v == 128);
    const auto ultra = read_file("nemotron-3-ultra-550b").architecture;
    CHECK(ultra.dims.layers == 108);
    CHECK(ultra.layer_types.starts_with("mEmEmEm*E"));
}

TEST_CASE("What is quantised most decides the format of mixed precision") {
    CHECK(read_file("qwen3.6-35b-a3b-nvfp4").default_format == "nvfp4");
    CHECK(read_file("glm-5.1-fp8").default_format == "fp8_block128");
    CHECK(read_file("qwen3-0.6b").native_dtype == "bf16");
}

TEST_CASE("Quantisation configs name the catalogue's formats") {
    const auto format = [](const std::string& quantization) {
        return read_hf_config(
                   R"({"model_type": "llama", "vocab_size": 320, "torch_dtype": "float16", "quantization_config": )" +
                       quantization + "}",
                   "config.json")
            .default_format;
    };
    CHECK(format(R"({"quant_method": "awq", "bits": 4, "group_size": 128})") == "awq");
    CHECK(format(R"({"quant_method": "gptq", "bits": 4})") == "gptq");
    CHECK(format(R"({"quant_method": "gptq", "bits": 8})") == "w8a16");
    CHECK(format(R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4"})") == "nf4");
    CHECK(
        format(
            R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4", "bnb_4bit_use_double_quant": true})") ==
        "nf4_dq");
    CHECK(format(R"({"quant_method": "bitsandbytes", "load_in_8bit": true})") == "int8_bnb");
    CHECK(format(R"({"quant_method": "fp8"})") == "fp8_tensor");
    CHECK(
        format(
            R"({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights": {"num_bits": 8, "type": "float", "strategy": "channel"}}}})") ==
        "fp8_channel");
    CHECK(format(R"({"quant_method": "unheard-of"})") == "unheard-of");  // an error later on, never 16 bits
    CHECK(read_hf_config(R"({"model_type": "llama", "quantization": {"group_size": 64, "bits": 4}})", "config.json")
              .default_format == "mlx_affine4");
}

TEST_CASE("A new name with a known class is read as that class") {
    const auto model = read_hf_config(
        R"({"model_type": "deepseek_fork", "architectures": ["Qwen3MoeForCausalLM"], "num_hidden_layers": 2,
        "hidden_size": 64, "vocab_size": 100, "num_attention_heads": 4, "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32})",
        "config.json");
    CHECK(model.architecture.name == "qwen3moe");
}

TEST_CASE("An unknown type is said to be unknown, never guessed") {
    const Model model = read_file("step-3.7-flash");
    CHECK(model.unknown_architecture == "step3p7");
    CHECK(model.architecture.dims.design == Design::unknown);
    CHECK(model.architecture.dims.layers == 45);  // shown
    CHECK(model.parameters.count() == 0);
}

TEST_CASE("A config is told from a model spec by its keys") {
    CHECK(looks_like_hf_config(R"({"model_type": "llama"})"));
    CHECK(looks_like_hf_config(R"({"architectures": ["X"]})"));
    CHECK_FALSE(looks_like_hf_config(R"({"layers": 80})"));
    CHECK_FALSE(looks_like_hf_config("["));
    CHECK_FALSE(looks_like_hf_config("[]"));
}

TEST_CASE("Qwen's window needs its switch, and one over the whole context is none") {
    const std::string rest =
        R"("hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 4, "num_attention_heads": 4, "vocab_size": 100,
        "max_position_embeddings": 32768, "max_window_layers": 1, )";
    const auto letters = [&](const std::string& keys) {
        return read_hf_config(R"({"model_type": "qwen2", )" + rest + keys + "}", "config.json")
            .architecture.layer_types;
    };
    CHECK(letters(R"("sliding_window": 4096, "use_sliding_window": false)").empty());
    CHECK(letters(R"("sliding_window": 4096, "use_sliding_window": true)") == "fsss");
    CHECK(letters(R"("sliding_window": 131072, "use_sliding_window": true)").empty());
}

TEST_CASE("Hostile configs are refused with the pointer of what is wrong") {
    const auto pointer = [](const std::string& text) {
        const auto problems = problems_of(text);
        REQUIRE_FALSE(problems.empty());
        return problems.front().where.pointer.value();
    };
    CHECK(pointer(R"({"model_type": "llama", "num_hidden_layers": 1e18})") == "/num_hidden_layers");
    CHECK(pointer(R"({"model_type": "llama", "hidden_size": -4096})") == "/hidden_size");
    CHECK(pointer(R"({"model_type": "llama", "hidden_size": "4096"})") == "/hidden_size");
    CHECK(pointer(R"({"model_type": "llama", "num_attention_heads": 0})") == "/num_attention_heads");
    CHECK(pointer(R"({"model_type": "gemma3", "text_config": {"vocab_size": [1]}})") == "/text_config/vocab_size");
    CHECK(pointer(R"({"model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 9})") ==
          "/num_experts_per_tok");
    CHECK(pointer(R"({"model_type": "gpt_oss", "num_hidden_layers": 3, "layer_types": ["full_attention", "magic"]})") ==
          "/layer_types");
    CHECK(pointer(R"({"model_type": "llama", "num_hidden_layers": 1, "layer_types": ["mamba"]})") == "/layer_types");
    CHECK(pointer(R"({"model_type": "nemotron-nas", "num_hidden_layers": 3, "block_configs": [{}, 7]})") ==
          "/block_configs/1");
    CHECK(pointer(R"({"model_type": "mamba2", "num_hidden_layers": NaN})") == "/num_hidden_layers");
    CHECK(problems_of("[]").size() == 1);
    CHECK(problems_of(R"({"model_type": 7})").empty());  // a type that is no text is none
}

TEST_CASE("Dimensions whose product overflows are an error, not a number") {
    const auto problems = problems_of(
        R"({"model_type": "llama", "hidden_size": 100000000, "intermediate_size": 100000000, "vocab_size": 100000000,
        "num_hidden_layers": 10000, "num_attention_heads": 1, "head_dim": 100000000})");
    REQUIRE(problems.size() == 1);
    CHECK(problems.front().what.id == Message::overflow);
}
