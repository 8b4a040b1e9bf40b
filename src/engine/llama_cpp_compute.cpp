#include "engine/llama_cpp_compute.hpp"

#include "model/layer_shape.hpp"

#include <algorithm>
#include <array>
#include <string_view>

// The compute buffer is the peak of a graph's live tensors, so each candidate below is the set that lives together at
// one place of the graph, and the largest wins. Source: llama.cpp v0.5.0, llama_get_memory_breakdown() on 71 models'
// dimensions; set on 42 of them, held against the others.

namespace sizer {
namespace {

constexpr std::uint64_t k_f32 = 4;
constexpr std::uint64_t k_f16 = 2;
constexpr std::uint64_t k_inputs = 28;  // bytes of a token's positions, ids and indices

/// How one architecture's graph differs from the usual: how many rows of the embedding's width live beside the logits
/// (in tenths), beside the feed-forward and beside the experts.
struct Graph {
    std::string_view architecture;
    std::uint64_t output_tenths = 20;
    std::uint64_t ffn = 4;
    std::uint64_t experts = 4;            ///< beside the inner widths of the experts used
    std::uint64_t expert_outputs = 5;     ///< beside the outputs of the experts used
    std::uint64_t gpu_output_tenths = 0;  ///< 0: as output_tenths
    bool scattered = false;               ///< not measured, or it fragments by more than closed forms know
};

constexpr Graph k_usual{.architecture = "", .scattered = true};
constexpr std::array k_graphs = {
    Graph{.architecture = "llama"},
    Graph{.architecture = "qwen2"},
    Graph{.architecture = "qwen3"},
    Graph{.architecture = "gemma2"},
    Graph{.architecture = "gemma3"},
    Graph{.architecture = "granite"},
    Graph{.architecture = "smollm3"},
    Graph{.architecture = "qwen3next", .output_tenths = 30, .expert_outputs = 4, .scattered = true},
    Graph{.architecture = "qwen35", .output_tenths = 30, .ffn = 3},
    Graph{.architecture = "qwen35moe", .output_tenths = 30, .expert_outputs = 4},
    Graph{.architecture = "qwen3moe", .expert_outputs = 6},
    Graph{.architecture = "mamba", .output_tenths = 30},
    Graph{.architecture = "glm4moe", .output_tenths = 40, .scattered = true},
    Graph{.architecture = "granitehybrid", .output_tenths = 40, .gpu_output_tenths = 160, .scattered = true},
    Graph{.architecture = "phi3", .output_tenths = 40, .ffn = 3, .scattered = true},
    Graph{.architecture = "gpt-oss", .output_tenths = 50},
    Graph{.architecture = "llama4", .output_tenths = 55, .experts = 5, .scattered = true},
    Graph{.architecture = "mamba2", .output_tenths = 65, .scattered = true},
    Graph{.architecture = "deepseek2", .output_tenths = 100, .scattered = true},
    Graph{.architecture = "nemotron_h", .output_tenths = 37, .ffn = 3, .scattered = true},
    Graph{.architecture = "nemotron_h_moe", .output_tenths = 37, .ffn = 3, .scattered = true},
    Graph{.architecture = "cohere2", .output_tenths = 25, .ffn = 5},  // attention and feed-forward side by side
    Graph{.architecture = "lfm2", .ffn = 3},
    Graph{.architecture = "falcon-h1", .ffn = 3},
};

Graph graph_of(const Model& model) {
    const auto found = std::find_if(k_graphs.begin(), k_graphs.end(),
                                    [&](const Graph& graph) { return graph.architecture == model.architecture.name; });
    Graph graph = found == k_graphs.end() ? k_usual : *found;
    constexpr std::uint64_t k_legacy_latent = 80;
    if (model.architecture.dims.mla.legacy_full_heads) { graph.output_tenths = k_legacy_latent; }
    return graph;
}

/// The widest layer of each kind.
struct Widths {
    std::uint64_t queries = 0;  ///< heads x head size
    std::uint64_t heads = 0;
    std::uint64_t keys = 0;
    std::uint64_t values = 0;
    std::uint64_t ffn = 0;
    bool attention = false;
    bool experts = false;
};

Widths widths_of(const Architecture& architecture) {
    Widths widths;
    for (std::uint32_t index = 0; index < architecture.dims.layers; ++index) {
        const LayerShape shape = layer_shape(architecture, index);
        widths.experts = widths.experts || shape.has_experts;
        if (!shape.has_experts) { widths.ffn = std::max(widths.ffn, shape.intermediate); }
        if (shape.letter == 'm' || shape.letter == 'l' || shape.letter == 'c' || shape.letter == 'n' ||
            shape.letter == '-' || shape.letter == 'E') {
            if (architecture.dims.design != Design::falcon_h1) { continue; }
        }
        widths.attention = true;
        widths.heads = std::max(widths.heads, shape.heads);
        widths.queries = std::max(widths.queries, shape.heads * shape.d_head);
        widths.keys = std::max(widths.keys, shape.kv_heads * shape.d_head);
        widths.values = std::max(widths.values, shape.kv_heads * shape.d_head_v);
    }
    return widths;
}

class Estimate {
public:
    Estimate(const Model& model, const Deployment& deployment, const LlamaCppContext& context)
        : m_dims(model.architecture.dims),
          m_graph(graph_of(model)),
          m_widths(widths_of(model.architecture)),
          m_deployment(deployment),
          m_context(context),
          m_u(context.micro_batch) {}

    [[nodiscard]] LlamaCppCompute result() const {
        LlamaCppCompute all;
        all.scattered = m_graph.scattered;
        std::uint64_t peak = std::max(out(), feed_forward());
        if (m_widths.attention) { peak = std::max(peak, attention()); }
        peak = std::max(peak, recurrent());
        all.output = Bytes(k_f32 * checked_mul(m_dims.vocab_size, m_context.sequences));
        if (m_context.gpu) {
            const std::uint64_t inputs = m_u * (k_f32 * embedding() + k_f32);
            peak -= std::min(peak, inputs);
            all.host = Bytes(host());
        }
        all.mask = Bytes(mask());
        all.compute = Bytes(peak);
        return all;
    }

private:
    [[nodiscard]] std::uint64_t embedding() const { return m_dims.hidden_size; }

    [[nodiscard]] std::uint64_t mask_per_token() const {
        if (!m_widths.attention) { return 0; }
        return checked_mul(checked_add(m_context.cells, m_context.window_cells), m_context.flash ? k_f16 : k_f32);
    }

    [[nodiscard]] std::uint64_t mask() const { return checked_mul(m_u, mask_per_token() + k_inputs); }

    [[nodiscard]] bool quantised() const {
        return m_deployment.k_format.cache_width.block > 1 || m_deployment.v_format.cache_width.block > 1;
    }

    [[nodiscard]] bool wide_cache() const { return m_deployment.k_format.cache_width == BlockWidth{1, k_f32}; }

    [[nodiscard]] bool latent() const { return m_dims.mla.kv_lora_rank != 0 && !m_dims.mla.legacy_full_heads; }

    /// The logits of the positions that keep them, and what the last norm reads and writes.
    [[nodiscard]] std::uint64_t out() const {
        constexpr std::uint64_t k_tenths = 10;
        const std::uint64_t kept = m_context.all_logits ? m_u : std::min(m_context.sequences, m_u);
        const bool own = m_context.gpu && m_graph.gpu_output_tenths != 0;
        const std::uint64_t tenths = own ? m_graph.gpu_output_tenths : m_graph.output_tenths;
        const std::uint64_t more = quantised() && m_context.flash && m_widths.attention ? k_tenths : 0;
        const std::uint64_t beside = checked_mul(tenths + more, embedding()) * k_f32 / k_tenths;
        return checked_add(checked_mul(k_f32 * m_dims.vocab_size, kept), checked_mul(m_u, beside + k_f32));
    }

    [[nodiscard]] std::uint64_t feed_forward() const {
        const std::uint64_t e = embedding();
        std::uint64_t widest = m_widths.ffn == 0 ? 0 : up_and_down() * m_widths.ffn + ffn_rows() * e;
        if (m_widths.experts) {
            const std::uint64_t k = m_dims.moe.experts_per_token;
            widest = std::max({widest, 3 * k * m_dims.moe.expert_intermediate_size + m_graph.experts * e,
                               2 * k * e + m_graph.expert_outputs * e});
        }
        return checked_add(checked_mul(k_f32 * m_u, widest), mask());
    }

    /// A cache that the kernel converts leaves one row less beside the feed-forward.
    [[nodiscard]] std::uint64_t ffn_rows() const {
        const bool converted = m_context.flash && (quantised() || wide_cache());
        return m_graph.ffn == k_usual.ffn && converted ? m_graph.ffn - 1 : m_graph.ffn;
    }

    /// Copies of the inner width that live together: gate, up and their product; two where there is no gate.
    [[nodiscard]] std::uint64_t up_and_down() const { return m_dims.mlp == MlpKind::glu ? 3 : 2; }

    [[nodiscard]] std::uint64_t latent_attention() const {
        const auto& mla = m_dims.mla;
        const std::uint64_t latent = std::uint64_t{mla.kv_lora_rank} + mla.qk_rope_head_dim;
        const std::uint64_t scores = m_context.flash ? mla.kv_lora_rank : m_context.cells;
        return checked_add(checked_mul(k_f32 * m_u, 2 * m_widths.heads * latent + checked_mul(m_widths.heads, scores)),
                           mask());
    }

    [[nodiscard]] std::uint64_t attention() const {
        if (latent()) { return latent_attention(); }
        const std::uint64_t e = embedding();
        const auto& w = m_widths;
        if (!m_context.flash) {
            const std::uint64_t live = checked_mul(w.heads, m_context.cells) + 3 * e + 2 * w.queries + 2 * w.keys;
            return checked_add(checked_mul(k_f32 * m_u, live), mask());
        }
        if (!wide_cache()) { return 0; }
        // An f32 cache is turned into f16 for the kernel.
        const std::uint64_t copies = checked_mul(k_f16 * m_context.cells * m_context.streams, w.keys + w.values);
        return copies + checked_mul(k_f32 * m_u, 2 * w.queries + 2 * e) + mask();
    }

    static constexpr std::uint64_t k_mamba = 65;  // tenths of the inner width

    /// Mamba-2 scans in chunks of 256 tokens: with no more than one a sequence, whole copies live at once.
    [[nodiscard]] std::uint64_t mamba2_tenths() const {
        constexpr std::uint64_t k_chunk = 256;
        if (m_u > checked_mul(k_chunk, m_context.sequences)) { return 70; }
        return m_context.gpu ? 83 : 75;
    }

    /// The states of all sequences, several times over, and the micro-batch's inner activations.
    [[nodiscard]] std::uint64_t recurrent() const {
        constexpr std::uint64_t k_tenths = 10;
        constexpr std::uint64_t k_convolutions = 34;
        const auto sum = [&](std::uint64_t copies, std::uint64_t state, std::uint64_t convolution,
                             std::uint64_t activations_tenths) {
            const std::uint64_t states = copies * state + convolution * k_convolutions / k_tenths;
            return checked_mul(k_f32 * m_context.sequences, states) +
                   checked_mul(k_f32 * m_u, activations_tenths) / k_tenths;
        };
        const std::uint64_t columns = m_dims.conv_kernel == 0 ? 0 : m_dims.conv_kernel - 1;
        if (m_dims.ssm.inner_size != 0) {
            const auto& ssm = m_dims.ssm;
            const std::uint64_t inner = ssm.inner_size;
            const std::uint64_t a = ssm.groups == 0 ? k_mamba : mamba2_tenths();
            return sum(1, inner * ssm.state_size, columns * (inner + 2ULL * ssm.groups * ssm.state_size), a * inner);
        }
        if (m_dims.linear.value_heads != 0) {
            const auto& linear = m_dims.linear;
            const std::uint64_t keys = std::uint64_t{linear.key_heads} * linear.key_dim;
            const std::uint64_t inner = std::uint64_t{linear.value_heads} * linear.value_dim;
            return sum(2, inner * linear.key_dim, columns * (2 * keys + inner),
                       k_tenths * (6 * inner + 3 * embedding()));
        }
        return 0;
    }

    [[nodiscard]] std::uint64_t host() const {
        std::uint64_t each = 2 * k_f32 * embedding() + mask_per_token() + k_inputs;
        if (!m_context.flash && !latent()) {
            each += 2 * k_f32 * m_widths.keys * (m_context.window_cells != 0 ? 2 : 1);
        }
        return checked_mul(m_u, each);
    }

    const Dimensions& m_dims;
    Graph m_graph;
    Widths m_widths;
    const Deployment& m_deployment;
    const LlamaCppContext& m_context;
    std::uint64_t m_u;
};

}  // namespace

LlamaCppCompute llama_cpp_compute(const Model& model, const Deployment& deployment, const LlamaCppContext& context) {
    return Estimate(model, deployment, context).result();
}

}  // namespace sizer
