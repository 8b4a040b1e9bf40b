#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sizer {

/// How the blocks of a model are built: which tensors a layer has and what it keeps for each token. The names are those
/// of the published architectures; `unknown` is refused where a term depends on it, never guessed.
enum class Design : std::uint8_t {
    unknown,
    standard,  ///< attention and feed-forward (dense, MoE, sliding windows): Llama, Qwen, Gemma 1-3, Mixtral, Phi, ...
    mla,       ///< multi-head latent attention: DeepSeek V2 and V3, Kimi K2, GLM-5
    linear_hybrid,   ///< gated delta net layers among full attention: Qwen3-Next, Qwen3.5
    nemotron_h,      ///< one mixer a layer: Mamba-2, attention, MLP or experts
    bert,            ///< encoder, no cache
    lfm2,            ///< short convolutions among attention
    gemma4,          ///< window and global layers with their own heads, shared KV, per-layer embeddings
    gemma3n,         ///< as gemma4, with AltUp and LAuReL
    granite_hybrid,  ///< Mamba-2 among attention, each with MLP or MoE
    mamba,           ///< Mamba-1 alone
    mamba2,          ///< Mamba-2 alone
    mllama,          ///< cross-attention layers over image tokens
    deepseek_v4,     ///< compressed latent attention, hyper-connections
    falcon_h1,       ///< attention and Mamba-2 side by side in each layer
    minimax,         ///< lightning attention among full attention (MiniMax-01, M1)
    jamba,           ///< Mamba-1 among attention, MoE every second layer
    decilm,          ///< heads and feed-forward differ by layer; some layers have no attention
    kimi_linear,     ///< Kimi delta attention among MLA
    rwkv             ///< RWKV time and channel mix, no cache
};

enum class QkNorm : std::uint8_t { none, head, full, per_head };
enum class NormKind : std::uint8_t { rms, layer, layer_no_bias };
enum class MlpKind : std::uint8_t {
    glu,        ///< gate, up and down: three matrices
    two_matrix  ///< up and down
};
enum class VisionKind : std::uint8_t { none, mllama, llama4, pixtral, qwen25vl, qwen3vl, siglip_gemma3, gemma4, count };
enum class MtpKind : std::uint8_t { none, qwen, deepseek, nemotron };

/// Mixture of experts; `experts` 0: dense. Widths in elements.
struct Experts {
    std::uint32_t experts = 0;
    std::uint32_t experts_per_token = 0;
    std::uint32_t expert_intermediate_size = 0;
    std::uint32_t shared_experts = 0;
    std::uint32_t shared_intermediate_size = 0;  ///< of all shared experts of a layer together
    std::uint32_t first_dense_layers = 0;        ///< leading layers that keep the dense feed-forward
    std::uint32_t layer_period = 1;              ///< every n-th layer has experts
    std::uint32_t layer_offset = 0;              ///< the first of them (only read when layer_period > 1)
    std::uint32_t latent_size = 0;               ///< experts work in a smaller space of this width
    std::uint32_t extra_per_layer = 0;           ///< parameters beside the matrices (router scales)
    bool router_bias = false;
    bool expert_bias = false;
    bool shared_gate = false;
    friend bool operator==(const Experts&, const Experts&) = default;
};

/// Multi-head latent attention; `kv_lora_rank` 0: none.
struct LatentAttention {
    std::uint32_t kv_lora_rank = 0;
    std::uint32_t q_lora_rank = 0;
    std::uint32_t qk_rope_head_dim = 0;
    std::uint32_t qk_nope_head_dim = 0;
    std::uint32_t v_head_dim = 0;
    bool legacy_full_heads = false;  ///< a GGUF without the MLA keys: engines keep K and V of every head
    friend bool operator==(const LatentAttention&, const LatentAttention&) = default;
};

/// Sparse-attention indexer beside MLA (DeepSeek V3.2, V4, GLM-5); `heads` 0: none.
struct Indexer {
    std::uint32_t heads = 0;
    std::uint32_t head_dim = 0;
    std::uint32_t top_k = 0;
    friend bool operator==(const Indexer&, const Indexer&) = default;
};

/// Mamba-1 and Mamba-2 mixers; `inner_size` 0: none.
struct StateSpace {
    std::uint32_t inner_size = 0;
    std::uint32_t state_size = 0;
    std::uint32_t groups = 0;    ///< Mamba-2
    std::uint32_t heads = 0;     ///< Mamba-2
    std::uint32_t head_dim = 0;  ///< Mamba-2
    std::uint32_t dt_rank = 0;   ///< Mamba-1
    bool gated_norm = true;      ///< Mamba-2: absent in Falcon-H1
    bool bcdt_norm = false;      ///< Jamba
    friend bool operator==(const StateSpace&, const StateSpace&) = default;
};

/// Linear attention whose state is a matrix for each head: gated delta net, Kimi delta attention; `value_heads` 0:
/// none.
struct LinearAttention {
    std::uint32_t key_heads = 0;
    std::uint32_t key_dim = 0;
    std::uint32_t value_heads = 0;
    std::uint32_t value_dim = 0;
    friend bool operator==(const LinearAttention&, const LinearAttention&) = default;
};

/// A vision (and audio) tower, kept with the model's weights.
struct Vision {
    VisionKind kind = VisionKind::none;
    std::uint32_t hidden_size = 0;
    std::uint32_t layers = 0;
    std::uint32_t global_layers = 0;
    std::uint32_t intermediate_size = 0;
    std::uint32_t head_dim = 0;
    std::uint32_t patch = 0;
    std::uint32_t positions = 0;
    std::uint32_t tiles = 0;
    std::uint32_t aspect_ratios = 0;
    std::uint32_t output_size = 0;
    std::uint32_t adapter_size = 0;
    std::uint32_t deepstack = 0;
    std::uint64_t audio_parameters = 0;
    std::uint32_t audio_output_size = 0;
    std::uint64_t parameters = 0;  ///< kind `count`: the tower is known by its parameter count alone
    bool merge = false;
    bool projector_bias = true;
    bool standardize = false;
    bool clipped = false;
    friend bool operator==(const Vision&, const Vision&) = default;
};

/// Multi-token-prediction layers; not loaded unless asked, and so outside parameters and weights.
struct NextTokenPrediction {
    MtpKind kind = MtpKind::none;
    std::uint32_t layers = 0;
    bool own_embeddings = false;
    friend bool operator==(const NextTokenPrediction&, const NextTokenPrediction&) = default;
};

/// The scalar dimensions of a model, one value for the whole model. A zero means absent. It is a literal type, so that
/// the catalogue can be a static table.
struct Dimensions {
    Design design = Design::unknown;
    std::uint32_t layers = 0;
    std::uint32_t heads = 0;
    std::uint32_t kv_heads = 0;
    std::uint32_t d_head = 0;    ///< of a key (and query) head
    std::uint32_t d_head_v = 0;  ///< of a value head; 0: as d_head
    std::uint32_t hidden_size = 0;
    std::uint32_t intermediate_size = 0;
    std::uint32_t vocab_size = 0;
    std::uint64_t max_context = 0;  ///< tokens the model was trained for
    bool tie_word_embeddings = false;

    std::uint32_t sliding_window = 0;   ///< tokens; of the layers marked 's' in layer_types
    bool chunked_attention = false;     ///< the window is a chunk (Llama 4): it restarts, it does not slide
    std::uint32_t global_kv_heads = 0;  ///< of 'f' layers where they differ from the window layers (Gemma 4)
    std::uint32_t global_d_head = 0;
    std::uint32_t kv_shared_layers = 0;  ///< last layers that reuse an earlier layer's cache
    bool shared_layers_drop_kv = false;  ///< and have no K and V weights either
    bool global_k_is_v = false;          ///< 'f' layers have no V weights (Gemma 4); both are cached all the same
    bool attention_sinks = false;        ///< a logit for each head (gpt-oss)
    bool attention_output_gate = false;  ///< the query projection is doubled (Qwen3-Next)
    std::uint32_t conv_kernel = 0;       ///< of Mamba, delta net and short-convolution layers

    bool qkv_bias = false;
    bool output_bias = false;
    bool mlp_bias = false;
    bool lm_head_bias = false;
    QkNorm qk_norm = QkNorm::none;
    NormKind norm = NormKind::rms;
    std::uint32_t norms_per_layer = 2;
    MlpKind mlp = MlpKind::glu;

    std::uint32_t extra_embedding_rows = 0;
    std::uint32_t position_embeddings = 0;  ///< learned positions (BERT)
    std::uint32_t token_types = 0;
    bool pooler = false;
    std::uint32_t per_layer_input = 0;  ///< width of the per-layer embeddings (Gemma 3n, Gemma 4 E)
    std::uint32_t per_layer_vocab = 0;
    std::uint32_t altup_inputs = 0;
    std::uint32_t laurel_rank = 0;
    bool double_wide_shared = false;  ///< layers that share KV have twice the feed-forward width (Gemma 4 E2B)
    std::uint32_t output_groups = 0;  ///< DeepSeek V4's grouped output projection
    std::uint32_t output_lora_rank = 0;
    std::uint32_t hyper_connections = 0;

    Experts moe = {};
    LatentAttention mla = {};
    Indexer indexer = {};
    StateSpace ssm = {};
    LinearAttention linear = {};
    Vision vision = {};
    NextTokenPrediction mtp = {};

    friend bool operator==(const Dimensions&, const Dimensions&) = default;
};

/// Everything the formulas need of a model's architecture. Pure values: no JSON, no file.
///
/// `layer_types` has one letter for each layer, empty when all are full attention:
///   f full attention · s sliding window (or chunk) · l linear attention · m Mamba · c short convolution
///   x image cross-attention · - feed-forward alone · E experts alone · * attention alone (Nemotron-H) · n no attention
struct Architecture {
    std::string name =
        {};  ///< the name that GGUF files carry in general.architecture: "llama", "qwen3moe", "deepseek2"
    Dimensions dims = {};
    std::string layer_types = {};
    std::vector<std::uint32_t> heads_per_layer = {};         ///< empty: dims.heads everywhere
    std::vector<std::uint32_t> kv_heads_per_layer = {};      ///< empty: dims.kv_heads everywhere
    std::vector<std::uint32_t> intermediate_per_layer = {};  ///< empty: dims.intermediate_size everywhere
    std::vector<std::uint32_t> compress_ratios = {};  ///< DeepSeek V4: 0 window alone, else tokens for each entry
    friend bool operator==(const Architecture&, const Architecture&) = default;
};

}  // namespace sizer
