#include "model/readers/hf_config_types.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace sizer {
namespace {

using enum Design;

constexpr HfDefaults k_mistral_defaults = {.vocab_size = 32000, .hidden_size = 4096, .intermediate_size = 14336,
                                           .layers = 32, .heads = 32, .kv_heads = 8, .window = 4096, .context = 131072};

// Llama and those whose blocks are Llama's.
constexpr std::array k_llama_like = {
    HfType{.model_type = "llama", .name = "llama", .defaults = {.vocab_size = 32000, .hidden_size = 4096, .intermediate_size = 11008, .layers = 32, .heads = 32, .context = 2048}},
    HfType{.model_type = "mistral", .name = "llama", .bias = HfBias::none, .window = HfWindow::every_layer, .defaults = k_mistral_defaults},
    HfType{.model_type = "ministral", .name = "llama", .bias = HfBias::none, .window = HfWindow::every_layer, .defaults = k_mistral_defaults},
    HfType{.model_type = "ministral3", .name = "mistral3", .bias = HfBias::none, .window = HfWindow::every_layer,
           .defaults = {.vocab_size = 131072, .hidden_size = 4096, .intermediate_size = 14336, .layers = 34, .heads = 32, .kv_heads = 8, .head_dim = 128, .context = 262144}},
    HfType{.model_type = "mixtral", .name = "llama", .bias = HfBias::none, .window = HfWindow::every_layer,
           .defaults = {.vocab_size = 32000, .hidden_size = 4096, .intermediate_size = 14336, .layers = 32, .heads = 32, .kv_heads = 8, .context = 131072}},
    HfType{.model_type = "llama4", .name = "llama4", .window = HfWindow::period, .window_period = 4,
           .defaults = {.vocab_size = 202048, .hidden_size = 5120, .intermediate_size = 8192, .layers = 48, .heads = 40, .kv_heads = 8, .head_dim = 128, .window = 8192, .context = 131072}},
    HfType{.model_type = "mllama", .name = "mllama", .design = mllama, .bias = HfBias::none},
    HfType{.model_type = "nemotron-nas", .name = "deci", .design = decilm},
    HfType{.model_type = "deci", .name = "deci", .design = decilm},
    HfType{.model_type = "internlm2", .name = "internlm2", .bias_key = "bias"},
    HfType{.model_type = "internlm3", .name = "llama", .bias = HfBias::qkv, .bias_key = "qkv_bias"},
    HfType{.model_type = "baichuan", .name = "baichuan", .bias = HfBias::none},
    HfType{.model_type = "arcee", .name = "arcee", .mlp = MlpKind::two_matrix},
    HfType{.model_type = "seed_oss", .name = "seed_oss", .bias = HfBias::qkv, .bias_default = true},
    HfType{.model_type = "smollm3", .name = "smollm3", .tied = true, .window = HfWindow::last_layers},
    HfType{.model_type = "minicpm", .name = "minicpm", .tied = true},
    HfType{.model_type = "granite", .name = "granite"},
    HfType{.model_type = "granitemoe", .name = "granitemoe"},
    HfType{.model_type = "granitemoeshared", .name = "granitemoe"},
    HfType{.model_type = "exaone4", .name = "exaone4", .bias = HfBias::none, .qk_norm = QkNorm::head, .window = HfWindow::period, .window_period = 4},
    HfType{.model_type = "olmo2", .name = "olmo2", .qk_norm = QkNorm::full},
    HfType{.model_type = "olmo3", .name = "olmo2", .qk_norm = QkNorm::full, .window = HfWindow::period, .window_period = 4, .defaults = {.window = 4096}},
    HfType{.model_type = "olmoe", .name = "olmoe", .qk_norm = QkNorm::full},
    HfType{.model_type = "apertus", .name = "apertus", .qk_norm = QkNorm::head, .mlp = MlpKind::two_matrix},
    HfType{.model_type = "ernie4_5", .name = "ernie4_5", .tied = true, .bias_key = "use_bias"},
    HfType{.model_type = "ernie4_5_moe", .name = "ernie4_5-moe", .tied = true, .bias_key = "use_bias", .router_bias = true},
    HfType{.model_type = "hunyuan_v1_dense", .name = "hunyuan-dense", .qk_norm = QkNorm::head, .qk_norm_key = "use_qk_norm", .qk_norm_default = true},
    HfType{.model_type = "hunyuan", .name = "hunyuan-moe", .qk_norm = QkNorm::head, .qk_norm_key = "use_qk_norm", .qk_norm_default = true},  // remote code, before transformers had it
    HfType{.model_type = "hunyuan_v1_moe", .name = "hunyuan-moe", .qk_norm = QkNorm::head, .qk_norm_key = "use_qk_norm", .qk_norm_default = true},
    HfType{.model_type = "minimax_m2", .name = "minimax-m2", .bias = HfBias::none, .qk_norm = QkNorm::full, .qk_norm_key = "use_qk_norm", .qk_norm_default = true},
    HfType{.model_type = "gpt_oss", .name = "gpt-oss", .bias_default = true, .window = HfWindow::period, .window_period = 2, .router_bias = true, .expert_bias = true, .defaults = {.window = 128}},
    HfType{.model_type = "dots1", .name = "dots1", .qk_norm = QkNorm::head},
};

constexpr std::array k_qwen_and_glm = {
    HfType{.model_type = "qwen2", .name = "qwen2", .bias = HfBias::qkv, .bias_default = true, .window = HfWindow::last_layers},
    HfType{.model_type = "qwen2_moe", .name = "qwen2moe", .bias = HfBias::qkv, .bias_key = "qkv_bias", .bias_default = true, .window = HfWindow::last_layers, .shared_gate = true},
    HfType{.model_type = "qwen2_vl", .name = "qwen2vl", .bias = HfBias::qkv, .bias_key = {}, .bias_default = true, .window = HfWindow::last_layers},
    HfType{.model_type = "qwen2_5_vl", .name = "qwen2vl", .bias = HfBias::qkv, .bias_key = {}, .bias_default = true, .window = HfWindow::last_layers},
    HfType{.model_type = "qwen3", .name = "qwen3", .qk_norm = QkNorm::head, .window = HfWindow::last_layers, .defaults = {.head_dim = 128}},
    HfType{.model_type = "qwen3_moe", .name = "qwen3moe", .qk_norm = QkNorm::head, .window = HfWindow::last_layers},
    HfType{.model_type = "qwen3_vl", .name = "qwen3vl", .qk_norm = QkNorm::head, .defaults = {.head_dim = 128}},
    HfType{.model_type = "qwen3_vl_moe", .name = "qwen3vlmoe", .qk_norm = QkNorm::head},
    HfType{.model_type = "qwen2_5_omni", .name = "qwen2vl", .bias = HfBias::qkv, .bias_key = {}, .bias_default = true, .window = HfWindow::last_layers},
    HfType{.model_type = "qwen3_omni_moe", .name = "qwen3vlmoe", .qk_norm = QkNorm::head, .window = HfWindow::last_layers},
    HfType{.model_type = "qwen3_next", .name = "qwen3next", .design = linear_hybrid, .qk_norm = QkNorm::head, .shared_gate = true, .mtp = MtpKind::qwen, .mtp_layers = 1, .defaults = {.head_dim = 256}},
    HfType{.model_type = "qwen3_5", .name = "qwen35", .design = linear_hybrid, .qk_norm = QkNorm::head, .mtp = MtpKind::qwen, .defaults = {.head_dim = 256}},
    HfType{.model_type = "qwen3_5_moe", .name = "qwen35moe", .design = linear_hybrid, .qk_norm = QkNorm::head, .shared_gate = true, .mtp = MtpKind::qwen, .defaults = {.head_dim = 256}},
    HfType{.model_type = "mimo", .name = "mimo", .bias = HfBias::qkv, .bias_default = true, .window = HfWindow::last_layers, .mtp = MtpKind::deepseek},
    HfType{.model_type = "mimo_v2_flash", .name = "mimo2", .bias = HfBias::qkv, .router_bias = true},
    HfType{.model_type = "chatglm", .name = "chatglm", .bias = HfBias::qkv, .bias_key = "add_qkv_bias"},
    HfType{.model_type = "glm", .name = "chatglm", .bias = HfBias::qkv, .defaults = {.head_dim = 128}},
    HfType{.model_type = "glm4", .name = "glm4", .bias = HfBias::qkv, .norms_per_layer = 4, .defaults = {.head_dim = 128}},
    HfType{.model_type = "glm4_moe", .name = "glm4moe", .bias = HfBias::qkv, .qk_norm = QkNorm::head, .qk_norm_key = "use_qk_norm", .router_bias = true, .mtp = MtpKind::deepseek, .mtp_own_embeddings = true},
};

// Multi-head latent attention. Its projections have biases only where attention_bias is set, which nobody does.
constexpr std::array k_latent = {
    HfType{.model_type = "deepseek_v2", .name = "deepseek2", .design = mla, .bias = HfBias::none},
    HfType{.model_type = "deepseek_v3", .name = "deepseek2", .design = mla, .bias = HfBias::none, .mtp = MtpKind::deepseek, .mtp_own_embeddings = true},
    HfType{.model_type = "kimi_k2", .name = "deepseek2", .design = mla, .bias = HfBias::none, .mtp = MtpKind::deepseek, .mtp_own_embeddings = true},
    HfType{.model_type = "deepseek_v32", .name = "deepseek32", .design = mla, .bias = HfBias::none, .mtp = MtpKind::deepseek, .mtp_own_embeddings = true},
    HfType{.model_type = "glm_moe_dsa", .name = "glm-dsa", .design = mla, .bias = HfBias::none, .router_bias = true, .mtp = MtpKind::deepseek},
    HfType{.model_type = "glm4_moe_lite", .name = "deepseek2", .design = mla, .bias = HfBias::none, .router_bias = true, .mtp = MtpKind::deepseek, .mtp_own_embeddings = true},
    HfType{.model_type = "minicpm3", .name = "minicpm3", .design = mla, .tied = true, .bias = HfBias::none},
    HfType{.model_type = "deepseek_v4", .name = "deepseek4", .design = deepseek_v4, .bias = HfBias::none},
    HfType{.model_type = "kimi_linear", .name = "kimi-linear", .design = kimi_linear, .bias = HfBias::none, .router_bias = true},
};

constexpr HfDefaults k_gemma3_defaults = {.vocab_size = 262208, .hidden_size = 2304, .intermediate_size = 9216, .layers = 26, .heads = 8,
                                          .kv_heads = 4, .head_dim = 256, .window = 4096, .context = 131072};

constexpr std::array k_gemma_and_cohere = {
    HfType{.model_type = "gemma", .name = "gemma", .tied = true,
           .defaults = {.vocab_size = 256000, .hidden_size = 3072, .intermediate_size = 24576, .layers = 28, .heads = 16, .kv_heads = 16, .head_dim = 256, .context = 8192}},
    HfType{.model_type = "gemma2", .name = "gemma2", .tied = true, .norms_per_layer = 4, .window = HfWindow::period, .window_period = 2,
           .defaults = {.vocab_size = 256000, .hidden_size = 2304, .intermediate_size = 9216, .layers = 26, .heads = 8, .kv_heads = 4, .head_dim = 256, .window = 4096, .context = 8192}},
    HfType{.model_type = "gemma3", .name = "gemma3", .tied = true, .qk_norm = QkNorm::head, .norms_per_layer = 4, .window = HfWindow::period, .window_period = 6, .defaults = k_gemma3_defaults},
    HfType{.model_type = "gemma3n", .name = "gemma3n", .design = gemma3n, .tied = true, .qk_norm = QkNorm::head, .norms_per_layer = 4, .window = HfWindow::period, .window_period = 5,
           .defaults = {.vocab_size = 262400, .hidden_size = 2048, .intermediate_size = 16384, .layers = 35, .heads = 8, .kv_heads = 2, .head_dim = 256, .window = 512, .context = 32768}},
    HfType{.model_type = "gemma4", .name = "gemma4", .design = gemma4, .tied = true, .qk_norm = QkNorm::head, .norms_per_layer = 4, .window = HfWindow::period, .window_period = 6,
           .defaults = {.vocab_size = 262144, .hidden_size = 2304, .intermediate_size = 9216, .layers = 30, .heads = 8, .kv_heads = 4, .head_dim = 256, .window = 512, .context = 131072}},
    HfType{.model_type = "cohere", .name = "command-r", .tied = true, .qk_norm = QkNorm::per_head, .qk_norm_key = "use_qk_norm", .norm = NormKind::layer_no_bias, .norms_per_layer = 1},
    HfType{.model_type = "cohere2", .name = "cohere2", .tied = true, .norm = NormKind::layer_no_bias, .norms_per_layer = 1, .window = HfWindow::period, .window_period = 4, .defaults = {.window = 4096}},
};

// Phi, Falcon, and those with LayerNorm.
constexpr std::array k_others = {
    HfType{.model_type = "phi", .name = "phi2", .bias = HfBias::everything, .bias_key = {}, .bias_default = true, .norm = NormKind::layer, .norms_per_layer = 1, .mlp = MlpKind::two_matrix},
    HfType{.model_type = "phi3", .name = "phi3", .bias = HfBias::none, .window = HfWindow::every_layer},
    HfType{.model_type = "phimoe", .name = "phimoe", .norm = NormKind::layer, .window = HfWindow::every_layer},
    HfType{.model_type = "falcon", .name = "falcon", .tied = true, .bias = HfBias::everything, .bias_key = "bias", .norm = NormKind::layer, .mlp = MlpKind::two_matrix, .defaults = {.context = 2048}},
    HfType{.model_type = "stablelm", .name = "stablelm", .bias = HfBias::qkv, .bias_key = "use_qkv_bias", .qk_norm = QkNorm::per_head, .qk_norm_key = "qk_layernorm", .norm = NormKind::layer},
    HfType{.model_type = "starcoder2", .name = "starcoder2", .tied = true, .bias = HfBias::everything, .bias_key = "use_bias", .bias_default = true, .norm = NormKind::layer, .mlp = MlpKind::two_matrix, .window = HfWindow::every_layer},
    HfType{.model_type = "nemotron", .name = "nemotron", .norm = NormKind::layer, .mlp = MlpKind::two_matrix},
    HfType{.model_type = "gpt2", .name = "gpt2", .tied = true, .bias = HfBias::everything, .bias_key = {}, .bias_default = true, .norm = NormKind::layer, .mlp = MlpKind::two_matrix},
    HfType{.model_type = "gpt_neox", .name = "gptneox", .bias = HfBias::everything, .bias_default = true, .norm = NormKind::layer, .mlp = MlpKind::two_matrix},
};

// Layers that keep a state, alone or among attention.
constexpr std::array k_recurrent = {
    HfType{.model_type = "nemotron_h", .name = "nemotron_h", .design = nemotron_h, .mlp = MlpKind::two_matrix, .mtp = MtpKind::nemotron, .defaults = {.head_dim = 128}},
    HfType{.model_type = "granitemoehybrid", .name = "granitehybrid", .design = granite_hybrid, .tied = false},
    HfType{.model_type = "falcon_h1", .name = "falcon-h1", .design = falcon_h1},
    HfType{.model_type = "lfm2", .name = "lfm2", .design = lfm2, .tied = true, .bias = HfBias::none, .qk_norm = QkNorm::head},
    HfType{.model_type = "lfm2_moe", .name = "lfm2moe", .design = lfm2, .tied = true, .bias = HfBias::none, .qk_norm = QkNorm::head},
    HfType{.model_type = "jamba", .name = "jamba", .design = jamba, .bias = HfBias::none},
    HfType{.model_type = "mamba", .name = "mamba", .design = mamba, .tied = true, .bias = HfBias::none, .defaults = {.vocab_size = 50280, .hidden_size = 768, .layers = 32}},
    HfType{.model_type = "falcon_mamba", .name = "mamba", .design = mamba, .tied = true, .bias = HfBias::none},
    HfType{.model_type = "mamba2", .name = "mamba2", .design = mamba2, .bias = HfBias::none},
    HfType{.model_type = "minimax", .name = "minimax", .design = minimax, .bias = HfBias::none},
    HfType{.model_type = "minimax_m1", .name = "minimax", .design = minimax, .bias = HfBias::none},
    HfType{.model_type = "minimax_text_01", .name = "minimax", .design = minimax, .bias = HfBias::none},
    HfType{.model_type = "rwkv5", .name = "rwkv5", .design = rwkv, .bias = HfBias::none, .norm = NormKind::layer},
};

// Encoders: no cache.
constexpr std::array k_encoders = {
    HfType{.model_type = "bert", .name = "bert", .design = bert, .tied = true, .bias = HfBias::everything, .bias_key = {}, .bias_default = true, .norm = NormKind::layer, .mlp = MlpKind::two_matrix, .defaults = {.vocab_size = 30522}},
    HfType{.model_type = "roberta", .name = "bert", .design = bert, .tied = true, .bias = HfBias::everything, .bias_key = {}, .bias_default = true, .norm = NormKind::layer, .mlp = MlpKind::two_matrix},
    HfType{.model_type = "xlm-roberta", .name = "bert", .design = bert, .tied = true, .bias = HfBias::everything, .bias_key = {}, .bias_default = true, .norm = NormKind::layer, .mlp = MlpKind::two_matrix},
    HfType{.model_type = "nomic_bert", .name = "nomic-bert", .design = bert, .tied = true, .bias = HfBias::none, .norm = NormKind::layer},
};

/// "Qwen3-MoE" and "qwen3_moe" are the same.
std::string plain(std::string_view name) {
    std::string text;
    for (const char c : name) {
        if (c != '_' && c != '-' && c != '.') { text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
    }
    return text;
}

template <class Matches>
const HfType* find(Matches&& matches) {
    const HfType* found = nullptr;
    const auto look = [&](const auto& rows) {
        const auto row = std::ranges::find_if(rows, matches);
        if (found == nullptr && row != rows.end()) { found = &*row; }
    };
    look(k_llama_like);
    look(k_qwen_and_glm);
    look(k_latent);
    look(k_gemma_and_cohere);
    look(k_others);
    look(k_recurrent);
    look(k_encoders);
    return found;
}

std::string_view without_text_ending(std::string_view name) {
    for (const std::string_view ending : {"_text_model", "_text"}) {
        if (name.size() > ending.size() && name.ends_with(ending)) { return name.substr(0, name.size() - ending.size()); }
    }
    return name;
}

}  // namespace

const HfType* hf_type(std::string_view model_type) {
    const auto name = without_text_ending(model_type);
    return find([&](const HfType& row) { return row.model_type == name; });
}

const HfType* hf_type_of_class(std::string_view class_name) {
    const auto task = class_name.find("For");
    if (task == std::string_view::npos || task == 0) { return nullptr; }
    const auto name = plain(class_name.substr(0, task));
    return find([&](const HfType& row) { return plain(row.model_type) == name; });
}

}  // namespace sizer
