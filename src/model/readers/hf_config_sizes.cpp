#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>

namespace sizer {
namespace {

std::uint32_t layers_of(const HfSource& source) {
    for (const std::string_view key : {"num_hidden_layers", "n_layer", "n_layers", "num_layers"}) {
        if (source.text.has(key)) {
            return static_cast<std::uint32_t>(source.text.whole(key, k_most_layers).value_or(0));
        }
    }
    // Nemotron 3 Ultra gives the list alone.
    const auto listed = source.text.is_array("layers_block_type") ? source.text.texts("layers_block_type").size() : 0;
    return listed != 0 ? static_cast<std::uint32_t>(listed) : source.type.defaults.layers;
}

std::uint64_t context_of(const HfSource& source) {
    for (const std::string_view key : {"max_position_embeddings", "n_positions", "max_trained_positions", "seq_length",
                                       "max_sequence_length", "n_ctx", "model_max_length"}) {
        if (source.text.has(key)) { return source.text.whole(key, k_most_tokens).value_or(0); }
    }
    return source.type.defaults.context;
}

/// LFM2 gives a width from which its own is made. Source: modeling_lfm2.py, Lfm2MLP.
std::uint32_t lfm2_width(const HfSource& source, std::uint32_t width) {
    if (!source.flag("block_auto_adjust_ff_dim", true)) { return width; }
    const double multiplier = source.text.real("block_ffn_dim_multiplier").value_or(1.0);
    const auto multiple = std::max(1U, source.width({"block_multiple_of"}, 256));
    const std::uint64_t two_thirds = 2ULL * width / 3;
    const double scaled = std::clamp(std::clamp(multiplier, 0.0, 1000.0) * static_cast<double>(two_thirds), 0.0,
                                     static_cast<double>(k_most_width));
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(scaled) + multiple - 1) / multiple * multiple);
}

/// RWKV-5: 3.5 times the hidden size, in whole 32s. Source: configuration_rwkv5.py.
std::uint32_t rwkv_width(std::uint32_t hidden) {
    constexpr std::uint64_t k_step = 32;
    return static_cast<std::uint32_t>(std::uint64_t{hidden} * 7 / 2 / k_step * k_step);
}

/// The width of the dense feed-forward; 0 where every layer has experts and the config does not say one.
std::uint32_t feed_forward_width(const HfSource& source, const Dimensions& dims) {
    const std::uint32_t said = source.width_or_list({"intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim"});
    switch (source.type.design) {
    case Design::mamba:
    case Design::mamba2: return 0;  // a Mamba-1 config calls its inner size so
    case Design::decilm: return 0;  // read block by block
    case Design::rwkv: return said != 0 ? said : rwkv_width(dims.hidden_size);
    case Design::lfm2:
        return source.type.model_type == "lfm2"
                   ? lfm2_width(source, source.width({"block_ff_dim", "intermediate_size"}))
                   : said;
    case Design::granite_hybrid: {
        // Without experts the shared feed-forward is the dense one. Source: modeling_granitemoehybrid.py.
        const bool experts = source.width({"num_local_experts"}) != 0;
        return experts ? said : source.width({"shared_intermediate_size"}, said);
    }
    default: break;
    }
    if (source.type.name == "llama4") { return source.width({"intermediate_size_mlp"}, said); }
    if (source.text.has("dense_intermediate_size")) { return source.width({"dense_intermediate_size"}); }
    if (said == 0 && source.type.norm == NormKind::layer) {
        return 4 * std::min(dims.hidden_size, 1'000'000U);
    }  // GPT-2, Falcon
    // DeepSeek V4 has experts in every layer, and one width for all of them.
    return said == 0 && source.type.design == Design::deepseek_v4 ? source.width({"moe_intermediate_size"}) : said;
}

/// A width for each layer, where they differ.
void read_widths(const HfSource& source, Architecture& architecture) {
    if (!source.text.is_array("intermediate_size")) { return; }
    const auto list = source.text.wholes("intermediate_size", k_most_width);
    const bool all_equal = std::ranges::adjacent_find(list, std::not_equal_to{}) == list.end();
    if (!all_equal && list.size() == architecture.dims.layers) {
        for (const auto width : list) {
            architecture.intermediate_per_layer.push_back(static_cast<std::uint32_t>(width));
        }
    }
}

/// Embedding models name the base class, which has no head. Remote code, such as ChatGLM's, gives its classes any name,
/// and of several models in one the base class is the whole.
bool has_no_head(const HfSource& source) {
    const bool remote = source.root.has("auto_map") || source.type.model_type == "chatglm";
    const bool several = source.root.has("text_config") || source.root.has("thinker_config");
    if (remote || several || !source.root.is_array("architectures")) { return false; }
    constexpr std::string_view k_base = "Model";
    const auto classes = source.root.texts("architectures");
    if (classes.size() != 1 || !classes.front().ends_with(k_base)) { return false; }
    const auto family = classes.front().substr(0, classes.front().size() - k_base.size());
    return hf_type_of_class(family + "ForCausalLM") == &source.type;
}

bool tied(const HfSource& source) {
    if (has_no_head(source)) { return true; }
    if (const auto said = source.text.flag("tie_word_embeddings")) { return *said; }
    return source.root.flag("tie_word_embeddings").value_or(source.type.tied);
}

void read_encoder(const HfSource& source, Dimensions& dims) {
    if (dims.design != Design::bert) { return; }
    // Nomic's encoder has rotary positions. Source: its modeling_hf_nomic_bert.py.
    const bool learned = source.type.model_type != "nomic_bert";
    dims.position_embeddings =
        learned ? static_cast<std::uint32_t>(std::min<std::uint64_t>(dims.max_context, k_most_width)) : 0;
    dims.token_types = source.width({"type_vocab_size"}, 2);
    dims.pooler = learned;
}

}  // namespace

void read_hf_sizes(const HfSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    const HfDefaults& absent = source.type.defaults;
    dims.layers = layers_of(source);
    dims.hidden_size = source.width({"hidden_size", "n_embd", "d_model"}, absent.hidden_size);
    dims.vocab_size = source.width({"vocab_size", "padded_vocab_size"}, absent.vocab_size);
    dims.max_context = context_of(source);
    dims.intermediate_size = feed_forward_width(source, dims);
    if (dims.intermediate_size == 0 && dims.design != Design::mamba && dims.design != Design::mamba2) {
        dims.intermediate_size = absent.intermediate_size;
    }
    read_widths(source, architecture);
    dims.tie_word_embeddings = tied(source);
    dims.norm = source.type.norm;
    dims.norms_per_layer = source.type.norms_per_layer;
    dims.mlp = source.type.mlp;
    dims.lm_head_bias = source.flag("lm_head_bias", source.type.name == "phi2");
    // The image token and its kin have rows beside the vocabulary. Source: modeling_mllama.py.
    if (dims.design == Design::mllama) { dims.extra_embedding_rows = 8; }
    read_encoder(source, dims);
}

}  // namespace sizer
