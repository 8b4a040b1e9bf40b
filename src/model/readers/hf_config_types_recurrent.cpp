#include "model/readers/hf_config_type_tables.hpp"

#include <array>

namespace sizer {
namespace {

using enum Design;

// Layers that keep a state, alone or among attention.
constexpr std::array k_recurrent = {
    HfType{.model_type = "nemotron_h",
           .name = "nemotron_h",
           .design = nemotron_h,
           .mlp = MlpKind::two_matrix,
           .mtp = MtpKind::nemotron,
           .defaults = {.head_dim = 128}},
    HfType{.model_type = "granitemoehybrid", .name = "granitehybrid", .design = granite_hybrid, .tied = false},
    HfType{.model_type = "falcon_h1", .name = "falcon-h1", .design = falcon_h1},
    HfType{.model_type = "lfm2",
           .name = "lfm2",
           .design = lfm2,
           .tied = true,
           .bias = HfBias::none,
           .qk_norm = QkNorm::head},
    HfType{.model_type = "lfm2_moe",
           .name = "lfm2moe",
           .design = lfm2,
           .tied = true,
           .bias = HfBias::none,
           .qk_norm = QkNorm::head},
    HfType{.model_type = "jamba", .name = "jamba", .design = jamba, .bias = HfBias::none},
    HfType{.model_type = "mamba",
           .name = "mamba",
           .design = mamba,
           .tied = true,
           .bias = HfBias::none,
           .defaults = {.vocab_size = 50280, .hidden_size = 768, .layers = 32}},
    HfType{.model_type = "falcon_mamba", .name = "mamba", .design = mamba, .tied = true, .bias = HfBias::none},
    HfType{.model_type = "mamba2", .name = "mamba2", .design = mamba2, .bias = HfBias::none},
    HfType{.model_type = "minimax", .name = "minimax", .design = minimax, .bias = HfBias::none},
    HfType{.model_type = "minimax_m1", .name = "minimax", .design = minimax, .bias = HfBias::none},
    HfType{.model_type = "minimax_text_01", .name = "minimax", .design = minimax, .bias = HfBias::none},
    HfType{.model_type = "rwkv5", .name = "rwkv5", .design = rwkv, .bias = HfBias::none, .norm = NormKind::layer},
};

// Encoders: no cache.
constexpr std::array k_encoders = {
    HfType{.model_type = "bert",
           .name = "bert",
           .design = bert,
           .tied = true,
           .bias = HfBias::everything,
           .bias_key = {},
           .bias_default = true,
           .norm = NormKind::layer,
           .mlp = MlpKind::two_matrix,
           .defaults = {.vocab_size = 30522}},
    HfType{.model_type = "roberta",
           .name = "bert",
           .design = bert,
           .tied = true,
           .bias = HfBias::everything,
           .bias_key = {},
           .bias_default = true,
           .norm = NormKind::layer,
           .mlp = MlpKind::two_matrix},
    HfType{.model_type = "xlm-roberta",
           .name = "bert",
           .design = bert,
           .tied = true,
           .bias = HfBias::everything,
           .bias_key = {},
           .bias_default = true,
           .norm = NormKind::layer,
           .mlp = MlpKind::two_matrix},
    HfType{.model_type = "nomic_bert",
           .name = "nomic-bert",
           .design = bert,
           .tied = true,
           .bias = HfBias::none,
           .norm = NormKind::layer},
};

}  // namespace

std::span<const HfType> hf_recurrent_types() { return k_recurrent; }
std::span<const HfType> hf_encoder_types() { return k_encoders; }

}  // namespace sizer
