#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <sizer/quantity.hpp>

namespace sizer {
namespace {

/// A plain vision transformer: square patches, learned positions, LayerNorms, biases everywhere.
struct Tower {
    std::uint64_t hidden = 0;
    std::uint64_t layers = 0;
    std::uint64_t inner = 0;
    std::uint64_t patch = 0;
    std::uint64_t patches = 0;
};

std::uint64_t linear(std::uint64_t in, std::uint64_t out) { return checked_mul(checked_add(in, 1), out); }

std::uint64_t feed_forward(const Tower& tower) {
    return checked_add(linear(tower.hidden, tower.inner), linear(tower.inner, tower.hidden));
}

std::uint64_t attention(const Tower& tower) { return checked_mul(4, linear(tower.hidden, tower.hidden)); }

std::uint64_t norm(const Tower& tower) { return 2 * tower.hidden; }

std::uint64_t blocks(const Tower& tower) {
    const auto block = checked_add(checked_add(attention(tower), feed_forward(tower)), 2 * norm(tower));
    return checked_mul(tower.layers, block);
}

std::uint64_t patch_weights(const Tower& tower) { return checked_mul(3 * tower.patch * tower.patch, tower.hidden); }

/// Source: transformers modeling_clip.py, CLIPVisionTransformer: a class token, a norm before and after the blocks.
std::uint64_t clip(const Tower& tower) {
    const auto embeddings = checked_add(patch_weights(tower), checked_mul(tower.patches + 2, tower.hidden));
    return checked_add(checked_add(embeddings, blocks(tower)), 2 * norm(tower));
}

/// Source: transformers modeling_siglip.py, SiglipVisionTransformer; the pooling head where the config keeps it.
std::uint64_t siglip(const Tower& tower, bool head) {
    const auto embeddings = checked_add(patch_weights(tower), checked_mul(tower.patches + 1, tower.hidden));
    const auto body = checked_add(checked_add(embeddings, blocks(tower)), norm(tower));
    if (!head) { return body; }
    const auto pooling = checked_add(checked_add(attention(tower), feed_forward(tower)), norm(tower) + tower.hidden);
    return checked_add(body, pooling);
}

std::uint64_t width(const HfObject& config, std::string_view key, std::uint64_t absent,
                    std::uint64_t most = k_most_width) {
    return config.has(key) ? config.whole(key, most).value_or(absent) : absent;
}

/// Absent sizes are those of CLIPVisionConfig and SiglipVisionConfig.
Tower tower_of(const HfObject& config, bool is_clip) {
    constexpr std::uint64_t k_most_pixels = 65'536;
    Tower tower{.hidden = width(config, "hidden_size", 768),
                .layers = width(config, "num_hidden_layers", 12, k_most_layers),
                .inner = width(config, "intermediate_size", 3072),
                .patch = width(config, "patch_size", is_clip ? 32 : 16, k_most_pixels)};
    const auto side = tower.patch == 0 ? 0 : width(config, "image_size", 224, k_most_pixels) / tower.patch;
    tower.patches = side * side;
    return tower;
}

/// Two layers with a bias each (modeling_llava.py), or one (modeling_paligemma.py). LLaVA-NeXT and OneVision end a row
/// of patches with a learned vector.
std::uint64_t projector(std::string_view model_type, std::uint64_t tower, std::uint64_t text) {
    if (model_type == "paligemma") { return linear(tower, text); }
    const auto two = checked_add(linear(tower, text), linear(text, text));
    return model_type == "llava" ? two : checked_add(two, text);
}

bool has_known_projector(std::string_view model_type) {
    return model_type == "llava" || model_type == "llava_next" || model_type == "llava_next_video" ||
           model_type == "llava_onevision" || model_type == "paligemma";
}

}  // namespace

std::optional<std::uint64_t> hf_image_tower(const HfObject& config, std::string_view model_type,
                                            std::uint32_t text_width) {
    const auto kind = config.is_text("model_type") ? *config.text("model_type") : "";
    const bool is_clip = kind == "clip_vision_model";
    if (!has_known_projector(model_type) || (!is_clip && kind != "siglip_vision_model")) { return std::nullopt; }
    try {
        const Tower tower = tower_of(config, is_clip);
        const bool head = !config.has("vision_use_head") || config.flag("vision_use_head").value_or(true);
        const auto count = is_clip ? clip(tower) : siglip(tower, head);
        return checked_add(count, projector(model_type, tower.hidden, text_width));
    } catch (const Overflow&) {
        config.complain("hidden_size", {Message::overflow}, {Message::mend_smaller_numbers});
        return std::nullopt;
    }
}

}  // namespace sizer
