#include "model/inventory/parts.hpp"

namespace sizer {
namespace {

/// What the transformer blocks of a tower look like.
struct TowerBlock {
    bool attention_bias = true;
    bool feed_forward_bias = true;
    bool norm_bias = true;
    bool glu = false;  ///< three matrices
    std::uint32_t norms = 2;
    bool qk_norm = false;
    bool clipped = false;  ///< a minimum and a maximum for input and output of each linear layer (Gemma 4 E)
    std::uint32_t gates = 0;
};

void add_projection(TensorList& list, std::string_view stem, std::uint64_t in, std::uint64_t out, bool bias) {
    list.matrix(TensorClass::vision, stem, in, out);
    if (bias) { list.bias(stem, out); }
}

void add_feed_forward(TensorList& list, const Vision& vision, const TowerBlock& block) {
    const std::uint64_t hidden = vision.hidden_size;
    const std::uint64_t inner = vision.intermediate_size;
    if (block.glu) { add_projection(list, "ffn_gate", hidden, inner, block.feed_forward_bias); }
    add_projection(list, "ffn_up", hidden, inner, block.feed_forward_bias);
    add_projection(list, "ffn_down", inner, hidden, block.feed_forward_bias);
}

void add_tower_block(TensorList& list, const Vision& vision, const TowerBlock& block) {
    const std::uint64_t hidden = vision.hidden_size;
    for (const auto* stem : {"attn_q", "attn_k", "attn_v", "attn_out"}) {
        add_projection(list, stem, hidden, hidden, block.attention_bias);
    }
    add_feed_forward(list, vision, block);
    if (block.clipped) { list.bare("clip", 4, block.glu ? 7 : 6); }
    for (std::uint32_t n = 1; n <= block.norms; ++n) {
        const std::string stem = "ln" + std::to_string(n);
        list.vector(stem, hidden);
        if (block.norm_bias) { list.bias(stem, hidden); }
    }
    if (block.qk_norm) {
        list.vector("attn_q_norm", vision.head_dim);
        list.vector("attn_k_norm", vision.head_dim);
    }
    list.bare("gate", block.gates);
}

void add_tower_blocks(TensorList& list, const Vision& vision, const TowerBlock& block) {
    for (std::uint32_t n = 0; n < vision.layers; ++n) {
        list.enter_vision_block(n);
        add_tower_block(list, vision, block);
    }
    list.leave_block();
}

/// The convolution that turns a patch of `frames` RGB images into one vector.
void add_patches(TensorList& list, const Vision& vision, std::uint64_t frames, bool bias) {
    const std::uint64_t patch = vision.patch;
    list.matrix(TensorClass::vision, "v.patch_embd", 3 * frames * patch * patch, vision.hidden_size);
    if (bias) { list.bias("v.patch_embd", vision.hidden_size); }
}

void add_layer_norm(TensorList& list, std::string_view stem, std::uint64_t width) {
    list.vector(stem, width);
    list.bias(stem, width);
}

/// Source: transformers modeling_qwen2_5_vl.py; four patches are merged into one token.
void add_qwen25(TensorList& list, const Vision& vision, std::uint64_t text) {
    const std::uint64_t merged = 4ULL * vision.hidden_size;
    add_patches(list, vision, 2, false);
    add_tower_blocks(list, vision, {.norm_bias = false, .glu = true});
    list.vector("v.post_ln", vision.hidden_size);
    add_projection(list, "mm.0", merged, merged, true);
    add_projection(list, "mm.2", merged, text, true);
}

/// Source: transformers modeling_qwen3_vl.py; `deepstack` more mergers feed the first text layers.
void add_qwen3(TensorList& list, const Vision& vision, std::uint64_t text) {
    const std::uint64_t merged = 4ULL * vision.hidden_size;
    add_patches(list, vision, 2, true);
    list.matrix(TensorClass::vision, "v.position_embd", vision.hidden_size, vision.positions);
    add_tower_blocks(list, vision, {});
    add_layer_norm(list, "v.post_ln", vision.hidden_size);
    add_projection(list, "mm.0", merged, merged, true);
    add_projection(list, "mm.2", merged, text, true);
    for (std::uint32_t n = 0; n < vision.deepstack; ++n) {
        const std::string stem = "v.deepstack." + std::to_string(n);
        add_layer_norm(list, stem + ".norm", merged);
        add_projection(list, stem + ".fc1", merged, merged, true);
        add_projection(list, stem + ".fc2", merged, text, true);
    }
}

/// Source: transformers modeling_siglip.py, modeling_gemma3.py.
void add_siglip(TensorList& list, const Vision& vision, std::uint64_t text) {
    add_patches(list, vision, 1, true);
    list.matrix(TensorClass::vision, "v.position_embd", vision.hidden_size, vision.positions);
    add_tower_blocks(list, vision, {});
    add_layer_norm(list, "v.post_ln", vision.hidden_size);
    list.vector("mm.soft_emb_norm", vision.hidden_size);
    list.matrix(TensorClass::vision, "mm.input_projection", vision.hidden_size, text);
}

/// Source: transformers modeling_pixtral.py, modeling_mistral3.py (the 2 x 2 patch merger).
void add_pixtral(TensorList& list, const Vision& vision, std::uint64_t text) {
    const std::uint64_t hidden = vision.hidden_size;
    add_patches(list, vision, 1, false);
    list.vector("v.pre_ln", hidden);
    add_tower_blocks(list, vision,
                     {.attention_bias = false, .feed_forward_bias = false, .norm_bias = false, .glu = true});
    if (vision.merge) {
        list.vector("mm.input_norm", hidden);
        list.matrix(TensorClass::vision, "mm.patch_merger", 4 * hidden, hidden);
    }
    add_projection(list, "mm.1", hidden, text, vision.projector_bias);
    add_projection(list, "mm.2", text, text, vision.projector_bias);
}

/// Source: transformers modeling_llama4.py: pixel shuffle, then two layers into the text model.
void add_llama4(TensorList& list, const Vision& vision, std::uint64_t text) {
    const std::uint64_t hidden = vision.hidden_size;
    const std::uint64_t adapter = vision.adapter_size;
    add_patches(list, vision, 1, false);
    list.vector("v.class_embd", hidden);
    list.matrix(TensorClass::vision, "v.position_embd", hidden, vision.positions);
    add_layer_norm(list, "v.pre_ln", hidden);
    add_layer_norm(list, "v.post_ln", hidden);
    add_tower_blocks(list, vision, {});
    list.matrix(TensorClass::vision, "mm.model.mlp.1", vision.intermediate_size, adapter);
    list.matrix(TensorClass::vision, "mm.model.mlp.2", adapter, adapter);
    list.matrix(TensorClass::vision, "mm.model.fc", adapter, text);
}

/// Source: transformers modeling_mllama.py: tiles and aspect ratios have learned embeddings, global blocks are gated.
void add_mllama(TensorList& list, const Vision& vision, std::uint64_t text) {
    const std::uint64_t hidden = vision.hidden_size;
    const std::uint64_t ratios = vision.aspect_ratios + 1ULL;
    add_patches(list, vision, 1, false);
    list.vector("v.class_embd", hidden);
    list.matrix(TensorClass::vision, "v.position_embd", hidden, vision.positions);
    list.bare("v.position_embd.gate", 1);
    list.stack(TensorClass::vision, "v.tile_position_embd", hidden * vision.positions, vision.tiles, ratios);
    for (const auto* stem : {"v.pre_tile_position_embd", "v.post_tile_position_embd"}) {
        list.matrix(TensorClass::vision, stem, hidden * vision.tiles, ratios);
        list.bare(std::string(stem) + ".gate", 1);
    }
    add_layer_norm(list, "v.pre_ln", hidden);
    add_layer_norm(list, "v.post_ln", hidden);
    add_tower_blocks(list, vision, {.attention_bias = false});
    for (std::uint32_t n = 0; n < vision.global_layers; ++n) {
        list.enter_vision_block(vision.layers + n);
        add_tower_block(list, vision, {.attention_bias = false, .gates = 2});
    }
    list.leave_block();
    add_projection(list, "mm.0", vision.output_size, text, true);
}

/// Source: transformers modeling_gemma4.py; the audio tower is known by its parameter count alone.
void add_gemma4(TensorList& list, const Vision& vision, std::uint64_t text) {
    const std::uint64_t hidden = vision.hidden_size;
    add_patches(list, vision, 1, false);
    list.stack(TensorClass::vision, "v.position_embd", hidden, vision.positions, 2);
    add_tower_blocks(list, vision,
                     {.attention_bias = false,
                      .feed_forward_bias = false,
                      .norm_bias = false,
                      .glu = true,
                      .norms = 4,
                      .qk_norm = true,
                      .clipped = vision.clipped});
    if (vision.standardize) { add_layer_norm(list, "v.std", hidden); }
    list.matrix(TensorClass::vision, "mm.input_projection", hidden, text);
    list.bare("a.tower", vision.audio_parameters);
    list.matrix(TensorClass::vision, "mm.a.input_projection", vision.audio_output_size, text);
}

}  // namespace

void add_vision(TensorList& list, const Architecture& architecture) {
    const auto& vision = architecture.dims.vision;
    const std::uint64_t text = architecture.dims.hidden_size;
    list.override_class(TensorClass::vision);
    switch (vision.kind) {
    case VisionKind::none: break;
    case VisionKind::mllama: add_mllama(list, vision, text); break;
    case VisionKind::llama4: add_llama4(list, vision, text); break;
    case VisionKind::pixtral: add_pixtral(list, vision, text); break;
    case VisionKind::qwen25vl: add_qwen25(list, vision, text); break;
    case VisionKind::qwen3vl: add_qwen3(list, vision, text); break;
    case VisionKind::siglip_gemma3: add_siglip(list, vision, text); break;
    case VisionKind::gemma4: add_gemma4(list, vision, text); break;
    case VisionKind::count: list.bare("v.tower", vision.parameters); break;
    }
    list.override_class({});
}

}  // namespace sizer
