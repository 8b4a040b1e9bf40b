#pragma once

#include <sizer/architecture.hpp>

#include <cstdint>
#include <string_view>

namespace sizer {

/// Which projections have a bias where the config's key (or the type itself) says so.
enum class HfBias : std::uint8_t {
    none,
    qkv,        ///< q, k and v
    attention,  ///< the output too
    everything  ///< the feed-forward too
};

/// Which layers a config's window is for, where no list says it layer by layer.
enum class HfWindow : std::uint8_t {
    none,         ///< a key perhaps, but not used
    every_layer,  ///< Mistral 7B v0.1, Phi-3, StarCoder2
    last_layers,  ///< from max_window_layers on, and only with use_sliding_window (Qwen2, Qwen3)
    period        ///< every n-th layer sees all, the others the window
};

/// What a configuration class takes for a key that is absent: for those types whose published configs leave them out.
struct HfDefaults {
    std::uint32_t vocab_size = 0;
    std::uint32_t hidden_size = 0;
    std::uint32_t intermediate_size = 0;
    std::uint32_t layers = 0;
    std::uint32_t heads = 0;
    std::uint32_t kv_heads = 0;  ///< 0: as heads
    std::uint32_t head_dim = 0;  ///< 0: hidden_size / heads
    std::uint32_t window = 0;
    std::uint64_t context = 0;
};

/// What follows from a config's model_type alone. Source: the configuration_*.py and modeling_*.py of that type in
/// transformers (or the model's own, for remote code); names: llama.cpp's gguf-py/gguf/constants.py.
struct HfType {
    std::string_view model_type;
    std::string_view name;  ///< general.architecture of its GGUF files
    Design design = Design::standard;
    bool tied = false;  ///< tie_word_embeddings when the key is absent

    HfBias bias = HfBias::attention;
    std::string_view bias_key = "attention_bias";
    bool bias_default = false;

    QkNorm qk_norm = QkNorm::none;
    std::string_view qk_norm_key = {};  ///< the flag that turns it on; empty: it always is
    bool qk_norm_default = false;

    NormKind norm = NormKind::rms;
    std::uint32_t norms_per_layer = 2;
    MlpKind mlp = MlpKind::glu;

    HfWindow window = HfWindow::none;
    std::uint32_t window_period = 0;

    bool router_bias = false;
    bool expert_bias = false;
    bool shared_gate = false;

    MtpKind mtp = MtpKind::none;
    bool mtp_own_embeddings = false;
    std::uint32_t mtp_layers = 0;  ///< where the checkpoint has them and the config does not say so

    HfDefaults defaults = {};
};

/// the row of that type, "_text" endings aside; null for one that is not known.
[[nodiscard]] const HfType* hf_type(std::string_view model_type);

/// the row whose type a class name such as "Qwen3MoeForCausalLM" is of; null when there is none.
[[nodiscard]] const HfType* hf_type_of_class(std::string_view class_name);

}  // namespace sizer
