#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

/// A tower's sizes where its configuration class has them and the published configs leave them out.
struct Tower {
    std::string_view model_type;  ///< of the whole model, or of its vision_config
    VisionKind kind;
    std::uint32_t hidden_size = 0;
    std::uint32_t layers = 0;
    std::uint32_t intermediate_size = 0;
    std::uint32_t patch = 0;
    std::uint32_t image = 0;  ///< pixels of a side
};

// Sources: configuration_pixtral.py, configuration_siglip.py, configuration_llama4.py, configuration_mllama.py,
// configuration_qwen2_5_vl.py, configuration_qwen3_vl.py, configuration_gemma4.py.
constexpr std::array k_towers = {
    Tower{"pixtral", VisionKind::pixtral, 1024, 24, 4096, 16, 1024},
    Tower{"gemma3", VisionKind::siglip_gemma3, 1152, 27, 4304, 14, 896},
    Tower{"llama4", VisionKind::llama4, 1408, 34, 5632, 14, 336},
    Tower{"mllama", VisionKind::mllama, 1280, 32, 5120, 14, 560},
    Tower{"qwen2_5_vl", VisionKind::qwen25vl, 1280, 32, 3420, 14},
    Tower{"qwen3_vl", VisionKind::qwen3vl, 1152, 27, 4304, 16},
    Tower{"qwen3_vl_moe", VisionKind::qwen3vl, 1152, 27, 4304, 16},
    Tower{"qwen3_5", VisionKind::qwen3vl, 1152, 27, 4304, 16},
    Tower{"qwen3_5_moe", VisionKind::qwen3vl, 1152, 27, 4304, 16},
    Tower{"gemma4", VisionKind::gemma4, 1152, 27, 4304, 16},
    Tower{"gemma3n", VisionKind::count},
};

const Tower* tower_of(std::string_view model_type, const HfObject& config) {
    const auto found = std::ranges::find(k_towers, model_type, &Tower::model_type);
    if (found != k_towers.end()) { return &*found; }
    // Wrappers around any tower (LLaVA, Mistral 3) name it in its own part.
    const auto own = config.text("model_type").value_or("");
    const auto pixtral = std::ranges::find(k_towers, own, &Tower::model_type);
    return pixtral != k_towers.end() && pixtral->kind == VisionKind::pixtral ? &*pixtral : nullptr;
}

/// Patches of a square image, and the class token where there is one.
std::uint32_t square_positions(std::uint32_t image, std::uint32_t patch, std::uint32_t more) {
    const std::uint64_t side = patch == 0 ? 0 : image / patch;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(side * side + more, k_most_width));
}

struct Reader {
    const HfObject& root;
    const HfObject& config;
    const Tower& tower;

    [[nodiscard]] std::uint32_t width(std::string_view key, std::uint32_t absent) const {
        return static_cast<std::uint32_t>(config.has(key) ? config.whole(key, k_most_width).value_or(absent) : absent);
    }
    [[nodiscard]] std::uint32_t layers(std::string_view key, std::uint32_t absent) const {
        return static_cast<std::uint32_t>(config.has(key) ? config.whole(key, k_most_layers).value_or(absent) : absent);
    }
    [[nodiscard]] std::uint32_t layers() const {
        return layers(config.has("depth") ? "depth" : "num_hidden_layers", tower.layers);
    }
    [[nodiscard]] std::uint32_t listed(std::string_view key) const {
        return config.is_array(key) ? static_cast<std::uint32_t>(config.wholes(key, k_most_layers).size()) : 0;
    }
    [[nodiscard]] bool flag(std::string_view key) const { return config.has(key) && config.flag(key).value_or(false); }
};

void read_mllama(const Reader& reader, Vision& vision) {
    vision.global_layers = reader.layers("num_global_layers", 8);
    vision.positions = square_positions(reader.width("image_size", reader.tower.image), vision.patch, 1);
    vision.tiles = reader.width("max_num_tiles", 4);
    vision.aspect_ratios = 8;  // of 1 to 4 tiles: see supported_aspect_ratios
    vision.output_size = reader.width("vision_output_dim", 7680);
}

/// The audio tower's parameters are known for the one configuration that the E2B and E4B models share.
void read_gemma4(const Reader& reader, Vision& vision) {
    constexpr std::uint64_t k_audio_parameters = 304'824'160;  // both published counts, less what else is in them
    vision.positions = reader.width("position_embedding_size", 10240);
    vision.head_dim = reader.width("head_dim", 72);
    vision.standardize = reader.flag("standardize");
    vision.clipped = reader.flag("use_clipped_linears");
    if (const auto audio = reader.root.object("audio_config")) {
        vision.audio_parameters = k_audio_parameters;
        vision.audio_output_size = static_cast<std::uint32_t>(
            audio->has("output_proj_dims") ? audio->whole("output_proj_dims", k_most_width).value_or(1536) : 1536);
    }
}

/// Llama 4's and Pixtral's projectors, the others' position embeddings.
void read_rest(const Reader& reader, Vision& vision) {
    switch (vision.kind) {
    case VisionKind::siglip_gemma3:
        vision.positions = square_positions(reader.width("image_size", reader.tower.image), vision.patch, 0);
        break;
    case VisionKind::llama4:
        vision.positions = square_positions(reader.width("image_size", reader.tower.image), vision.patch, 1);
        vision.adapter_size = reader.width("projector_output_dim", 4096);
        break;
    case VisionKind::pixtral:
        vision.merge = reader.root.has("spatial_merge_size");
        vision.projector_bias = reader.root.has("multimodal_projector_bias")
                                    ? reader.root.flag("multimodal_projector_bias").value_or(true)
                                    : !vision.merge;
        break;
    case VisionKind::qwen3vl:
        vision.positions = reader.width("num_position_embeddings", 2304);
        vision.deepstack = reader.listed("deepstack_visual_indexes");
        if (vision.deepstack > vision.layers) {  // each is one of the tower's layers
            reader.config.complain("deepstack_visual_indexes",
                                   {Message::bad_value, {{"name", std::string("deepstack_visual_indexes")}}});
            vision.deepstack = 0;
        }
        break;
    case VisionKind::mllama: read_mllama(reader, vision); break;
    case VisionKind::gemma4: read_gemma4(reader, vision); break;
    default: break;
    }
}

}  // namespace

bool read_hf_vision(const HfObject& root, std::string_view model_type, Architecture& architecture) {
    const auto config = root.is_object("vision_config") ? root.object("vision_config") : std::nullopt;
    if (!config) { return true; }
    const auto* const tower = tower_of(model_type, *config);
    Vision& vision = architecture.dims.vision;
    if (tower == nullptr) {
        const auto counted = hf_image_tower(*config, model_type, architecture.dims.hidden_size);
        if (counted) { vision = {.kind = VisionKind::count, .parameters = *counted}; }
        return counted.has_value();
    }
    if (tower->kind == VisionKind::count) {
        // Gemma 3n's image and audio towers: what the published counts have beside the language model.
        vision = {.kind = VisionKind::count, .parameters = 983'281'504};
        return true;
    }
    const Reader reader{root, *config, *tower};
    vision.kind = tower->kind;
    vision.hidden_size = reader.width(config->has("hidden_size") ? "hidden_size" : "embed_dim", tower->hidden_size);
    vision.layers = reader.layers();
    vision.intermediate_size = reader.width("intermediate_size", tower->intermediate_size);
    vision.patch = reader.width("patch_size", tower->patch);
    read_rest(reader, vision);
    return true;
}

}  // namespace sizer
