#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

namespace sizer {
namespace {

/// Falcon says it by flags. Source: configuration_falcon.py, modeling_falcon.py.
void read_falcon(const HfSource& source, Dimensions& dims) {
    const bool new_decoder = source.flag("new_decoder_architecture", false);
    if (!new_decoder) { dims.kv_heads = source.flag("multi_query", true) ? 1 : dims.heads; }
    const bool parallel = source.flag("parallel_attn", true);
    dims.norms_per_layer = new_decoder ? source.width({"num_ln_in_parallel_attn"}, 2) : (parallel ? 1 : 2);
}

/// ChatGLM shares K and V in groups where a flag says so. Source: its configuration_chatglm.py.
void read_chatglm(const HfSource& source, Dimensions& dims) {
    dims.kv_heads =
        source.flag("multi_query_attention", false) ? source.width({"multi_query_group_num"}, 1) : dims.heads;
}

void read_heads(const HfSource& source, Dimensions& dims) {
    const HfDefaults& absent = source.type.defaults;
    dims.heads = source.width({"num_attention_heads", "n_head", "n_heads"}, absent.heads);
    dims.kv_heads = source.width({"num_key_value_heads", "num_kv_heads", "n_head_kv"},
                                 absent.kv_heads != 0 ? absent.kv_heads : dims.heads);
    const std::uint32_t shared = dims.heads == 0 ? 0 : dims.hidden_size / dims.heads;
    dims.d_head = source.width({"head_dim", "attention_head_dim", "kv_channels"},
                               absent.head_dim != 0 ? absent.head_dim : shared);
    if (source.type.name == "falcon") { read_falcon(source, dims); }
    if (source.type.name == "chatglm" && source.text.has("multi_query_attention")) { read_chatglm(source, dims); }
    if (source.type.design == Design::rwkv) {  // a state of head_size x head_size for each head
        dims.d_head = source.width({"head_size"}, 64);
        dims.heads = dims.d_head == 0 ? 0 : source.width({"attention_hidden_size"}, dims.hidden_size) / dims.d_head;
        dims.kv_heads = 0;
    }
}

/// MiMo-V2's window layers have KV heads of their own. Source: its modeling_mimo_v2_flash.py.
void read_window_heads(const HfSource& source, Dimensions& dims) {
    if (!source.text.has("swa_num_key_value_heads")) { return; }
    const auto window_heads = source.width({"swa_num_key_value_heads"});
    const auto window_dim = source.width({"swa_head_dim"}, dims.d_head);
    const auto value_dim = source.width({"v_head_dim"}, dims.d_head);
    if (window_heads != dims.kv_heads) {
        dims.global_kv_heads = dims.kv_heads;
        dims.kv_heads = window_heads;
    }
    if (window_dim != dims.d_head) {
        dims.global_d_head = dims.d_head;
        dims.d_head = window_dim;
    }
    if (value_dim != dims.d_head) { dims.d_head_v = value_dim; }
    dims.attention_sinks =
        source.flag("add_swa_attention_sink_bias", false) || source.flag("add_full_attention_sink_bias", false);
}

void read_biases(const HfSource& source, Dimensions& dims) {
    const HfType& type = source.type;
    const bool said = type.bias != HfBias::none &&
                      (type.bias_key.empty() ? type.bias_default : source.flag(type.bias_key, type.bias_default));
    dims.qkv_bias = said;
    dims.output_bias = said && type.bias != HfBias::qkv;
    dims.mlp_bias = said && type.bias == HfBias::everything;
    dims.mlp_bias = source.flag("mlp_bias", dims.mlp_bias);
    dims.output_bias = source.flag("attention_out_bias", dims.output_bias);  // Seed-OSS
    if (type.model_type == "internlm3" && source.flag("bias", false)) {
        dims.output_bias = true;
        dims.mlp_bias = true;
    }
}

bool has_no_attention(Design design) { return design == Design::mamba || design == Design::mamba2; }

}  // namespace

void read_hf_attention(const HfSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    if (has_no_attention(dims.design)) { return; }
    const HfType& type = source.type;
    read_heads(source, dims);
    read_window_heads(source, dims);
    read_biases(source, dims);
    const bool normed = type.qk_norm != QkNorm::none &&
                        (type.qk_norm_key.empty() || source.flag(type.qk_norm_key, type.qk_norm_default));
    dims.qk_norm = normed ? type.qk_norm : QkNorm::none;
    if (type.name == "gpt-oss") { dims.attention_sinks = true; }
    // The query projection holds a gate too. Source: modeling_qwen3_next.py, modeling_qwen3_5.py.
    dims.attention_output_gate = dims.design == Design::linear_hybrid && source.flag("attn_output_gate", true);
}

/// Sources: configuration_deepseek_v3.py, configuration_deepseek_v32.py, configuration_glm_moe_dsa.py.
void read_hf_latent_attention(const HfSource& source, Dimensions& dims) {
    const bool latent = dims.design == Design::mla || dims.design == Design::kimi_linear;
    if (!latent && dims.design != Design::deepseek_v4) { return; }
    dims.mla = {.kv_lora_rank = source.width({"kv_lora_rank"}),
                .q_lora_rank = source.width({"q_lora_rank"}),
                .qk_rope_head_dim = source.width({"qk_rope_head_dim"}),
                .qk_nope_head_dim = source.width({"qk_nope_head_dim"}),
                .v_head_dim = source.width({"v_head_dim"})};
    dims.indexer = {.heads = source.width({"index_n_heads"}),
                    .head_dim = source.width({"index_head_dim"}),
                    .top_k = source.width({"index_topk"})};
    if (latent) {
        dims.kv_heads = dims.heads;
        dims.d_head = dims.mla.qk_nope_head_dim + dims.mla.qk_rope_head_dim;
        dims.d_head_v = dims.mla.v_head_dim;
    } else {
        dims.output_groups = source.width({"o_groups"});
        dims.output_lora_rank = source.width({"o_lora_rank"});
        dims.hyper_connections = source.width({"hc_mult"});
    }
}

/// What Gemma 3n and 4 add. Sources: configuration_gemma3n.py, configuration_gemma4.py.
void read_hf_gemma(const HfSource& source, Dimensions& dims) {
    if (dims.design != Design::gemma3n && dims.design != Design::gemma4) { return; }
    const bool fourth = dims.design == Design::gemma4;
    dims.kv_shared_layers = source.width({"num_kv_shared_layers"}, fourth ? 0 : 15);
    dims.per_layer_input = source.width({"hidden_size_per_layer_input"}, 256);
    dims.per_layer_vocab = dims.per_layer_input == 0 ? 0 : source.width({"vocab_size_per_layer_input"}, 262144);
    if (!fourth) {
        dims.altup_inputs = source.width({"altup_num_inputs"}, 4);
        dims.laurel_rank = source.width({"laurel_rank"}, 64);
        return;
    }
    dims.global_d_head = source.width({"global_head_dim"}, 512);
    dims.global_kv_heads = source.width({"num_global_key_value_heads"}, dims.kv_heads);
    dims.global_k_is_v = source.flag("attention_k_eq_v", false);
    dims.double_wide_shared = source.flag("use_double_wide_mlp", false);
}

void read_hf_next_token_prediction(const HfSource& source, Dimensions& dims) {
    dims.mtp.layers = source.width({"num_nextn_predict_layers", "mtp_num_hidden_layers"}, source.type.mtp_layers);
    if (dims.mtp.layers > k_most_layers) { dims.mtp.layers = 0; }
    if (dims.mtp.layers == 0 || source.type.mtp == MtpKind::none) {
        dims.mtp = {};
        return;
    }
    dims.mtp.kind = source.type.mtp;
    dims.mtp.own_embeddings = source.type.mtp_own_embeddings || source.flag("mtp_use_dedicated_embeddings", false);
}

}  // namespace sizer
