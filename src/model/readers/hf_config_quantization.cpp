#include "model/readers/hf_config_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace sizer {
namespace {

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string dtype_name(const std::string& torch) {
    if (torch == "float16" || torch == "torch.float16" || torch == "half") { return "fp16"; }
    if (torch == "float32" || torch == "torch.float32" || torch == "float") { return "fp32"; }
    return "bf16";
}

/// The dtype of the file. A nested part's own comes after that of the whole.
std::string dtype_of(const HfObject& root, const HfObject& text) {
    for (const auto* object : {&root, &text}) {
        for (const std::string_view key : {"dtype", "torch_dtype"}) {
            if (object->is_text(key)) { return dtype_name(*object->text(key)); }
        }
    }
    return "bf16";
}

std::uint64_t number(const HfObject& config, std::string_view key, std::uint64_t absent) {
    constexpr std::uint64_t k_most = 65'536;
    return config.has(key) ? config.whole(key, k_most).value_or(absent) : absent;
}

bool flag(const HfObject& config, std::string_view key, bool absent) {
    return config.has(key) ? config.flag(key).value_or(absent) : absent;
}

/// Source: transformers, utils/quantization_config.py, BitsAndBytesConfig.
std::string bitsandbytes(const HfObject& config) {
    if (flag(config, "load_in_8bit", false) || flag(config, "_load_in_8bit", false)) { return "int8_bnb"; }
    if (config.text("bnb_4bit_quant_type").value_or("fp4") == "fp4") { return "fp4_bnb"; }
    return flag(config, "bnb_4bit_use_double_quant", false) ? "nf4_dq" : "nf4";
}

/// Source: compressed-tensors' QuantizationArgs: the weights' scheme of the first group.
std::string scheme(const HfObject& weights) {
    const auto bits = number(weights, "num_bits", 8);
    const auto type = weights.text("type").value_or("int");
    const auto strategy = weights.text("strategy").value_or("");
    const auto group = number(weights, "group_size", 0);
    if (bits == 4) { return type == "float" ? (group == 32 ? "mxfp4" : "nvfp4") : "w4a16_ct"; }
    if (type != "float") { return "int8_w8a8"; }
    if (strategy == "block") { return "fp8_block128"; }
    return strategy == "channel" ? "fp8_channel" : (group == 32 ? "mxfp8" : "fp8_tensor");
}

/// the weights' scheme of the first of "config_groups"; empty when there is none.
std::string grouped(const HfObject& config) {
    const auto groups = config.is_object("config_groups") ? config.object("config_groups") : std::nullopt;
    if (!groups) { return {}; }
    for (const auto& name : groups->keys()) {
        const auto group = groups->object(name);
        const auto weights = group && group->is_object("weights") ? group->object("weights") : std::nullopt;
        if (!weights) { continue; }
        auto found = scheme(*weights);
        // Eight-bit integers without quantised activations keep the activations wide.
        if (found == "int8_w8a8" && !group->has("input_activations")) { found = "w8a16"; }
        return found;
    }
    return {};
}

/// ModelOpt's names. Source: its modelopt/torch/export/quant_utils.py.
std::string modelopt(const std::string& algorithm) {
    struct Name {
        std::string_view algorithm;
        std::string_view format;
    };
    constexpr std::array k_names = {
        Name{"fp8", "fp8_tensor"},        Name{"nvfp4", "nvfp4"},      Name{"nvfp4_awq", "nvfp4"},
        Name{"w4a16_awq", "awq"},         Name{"w4a8_awq", "awq"},     Name{"fp8_pb_wo", "fp8_block128"},
        Name{"fp8_pc_pt", "fp8_channel"}, Name{"mxfp8", "mxfp8"},      Name{"mxfp4", "mxfp4"},
        Name{"int8_sq", "int8_w8a8"},     Name{"w4a16_nvfp4", "nvfp4"}};
    const auto found = std::ranges::find(k_names, lower(algorithm), &Name::algorithm);
    return found == k_names.end() ? std::string{} : std::string(found->format);
}

/// Mixed precision lists layer by layer; the experts hold nearly all of the weights, and come in the least bits.
std::string mixed(const HfObject& config) {
    if (config.is_text("moe_quant_algo")) { return modelopt(*config.text("moe_quant_algo")); }
    const auto layers = config.is_object("quantized_layers") ? config.object("quantized_layers") : std::nullopt;
    if (!layers || layers->keys().empty()) { return {}; }
    const auto names = layers->keys();
    const auto routed = std::ranges::find_if(names, [](const std::string& name) {
        return name.find("expert") != std::string::npos && name.find("shared_expert") == std::string::npos;
    });
    const auto& name = routed == names.end() ? names.front() : *routed;
    const auto layer = layers->is_object(name) ? layers->object(name) : std::nullopt;
    return layer && layer->is_text("quant_algo") ? modelopt(*layer->text("quant_algo")) : std::string{};
}

std::string format_of(const HfObject& config) {
    const auto method = lower(config.is_text("quant_method") ? *config.text("quant_method") : "");
    const auto algorithm = config.is_text("quant_algo") ? *config.text("quant_algo") : "";
    if (lower(algorithm) == "mixed_precision") { return mixed(config); }
    if (!algorithm.empty()) { return modelopt(algorithm); }
    if (method == "awq") { return "awq"; }
    if (method == "gptq") { return number(config, "bits", 4) == 8 ? "w8a16" : "gptq"; }
    if (method == "bitsandbytes") { return bitsandbytes(config); }
    if (method == "fp8") { return config.is_array("weight_block_size") ? "fp8_block128" : "fp8_tensor"; }
    if (method == "fbgemm_fp8") { return "fp8_channel"; }
    if (method == "mxfp4" || method == "hqq" || method == "exl2" || method == "exl3") { return method; }
    if (method == "compressed-tensors" || method.empty() || method == "modelopt") { return grouped(config); }
    // A method that nobody here knows keeps its name: it is no format of the catalogue, and must not pass for 16 bits.
    return method;
}

/// MLX keeps its own under "quantization". Source: mlx-lm, utils.py.
std::string mlx_format(const HfObject& config) {
    const auto mode = config.is_text("mode") ? *config.text("mode") : "affine";
    if (mode == "mxfp4" || mode == "nvfp4" || mode == "mxfp8") { return mode; }
    return number(config, "bits", 4) == 8 ? "mlx_affine8" : "mlx_affine4";
}

}  // namespace

HfStorage hf_storage(const HfObject& root, const HfObject& text) {
    HfStorage storage;
    storage.dtype = dtype_of(root, text);
    const bool mlx = root.is_object("quantization") && root.object("quantization")->has("group_size");
    if (mlx) {
        storage.format = mlx_format(*root.object("quantization"));
        return storage;
    }
    for (const auto* object : {&root, &text}) {
        for (const std::string_view key : {"quantization_config", "compression_config"}) {
            if (!object->is_object(key)) { continue; }
            storage.format = format_of(*object->object(key));
            return storage;
        }
    }
    return storage;
}

}  // namespace sizer
