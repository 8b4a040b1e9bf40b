#include "model/readers/hf_config.hpp"

#include "model/inventory.hpp"
#include "model/readers/hf_config_parts.hpp"

#include <sizer/error.hpp>

#include <filesystem>
#include <optional>

namespace sizer {
namespace {

/// The language model's part of a config that wraps several. Qwen's Omni models wrap it twice: what they think with,
/// and what they speak with.
HfObject text_part(const HfObject& root) {
    for (const std::string_view key : {"thinker_config", "text_config", "language_config", "llm_config"}) {
        if (root.is_object(key)) { return key == "thinker_config" ? text_part(*root.object(key)) : *root.object(key); }
    }
    return root;
}

std::string model_type_of(const HfObject& object) {
    return object.is_text("model_type") ? *object.text("model_type") : "";
}

const HfType* type_by_class(const HfObject& object) {
    if (!object.is_array("architectures")) { return nullptr; }
    for (const auto& name : object.texts("architectures")) {
        if (const auto* type = hf_type_of_class(name)) { return type; }
    }
    return nullptr;
}

/// By the part's own type, the whole's type, then by the class that loads them: a fork may call itself by a new name
/// and still be loaded by a known class.
const HfType* type_of(const HfObject& root, const HfObject& text) {
    for (const auto* object : {&text, &root}) {
        if (const auto* type = hf_type(model_type_of(*object))) { return type; }
    }
    for (const auto* object : {&text, &root}) {
        if (const auto* type = type_by_class(*object)) { return type; }
    }
    return nullptr;
}

std::string gguf_name(const HfType& type, const Dimensions& dims) {
    const bool nemotron_experts = type.design == Design::nemotron_h && dims.moe.experts != 0;
    return nemotron_experts ? "nemotron_h_moe" : std::string(type.name);
}

void need(const HfSource& source, bool known, std::string_view key) {
    // A value that was refused already has its problem.
    if (!known && !source.text.has(key)) {
        source.text.complain(key, {Message::missing_key, {{"name", std::string(key)}}});
    }
    if (!known && source.text.has(key)) {
        source.text.complain(key, {Message::bad_value, {{"name", std::string(key)}}});
    }
}

void check(const HfSource& source, const Dimensions& dims) {
    need(source, dims.layers != 0, "num_hidden_layers");
    need(source, dims.hidden_size != 0, "hidden_size");
    need(source, dims.vocab_size != 0, "vocab_size");
    if (dims.design == Design::mamba || dims.design == Design::mamba2) { return; }
    need(source, dims.heads != 0, "num_attention_heads");
    need(source, dims.d_head != 0, "head_dim");
    if (dims.design == Design::mla) { need(source, dims.mla.kv_lora_rank != 0, "kv_lora_rank"); }
}

Architecture architecture_of_type(const HfSource& source) {
    Architecture architecture;
    Dimensions& dims = architecture.dims;
    dims.design = source.type.design;
    read_hf_sizes(source, architecture);
    read_hf_attention(source, architecture);
    read_hf_latent_attention(source, dims);
    read_hf_gemma(source, dims);
    read_hf_experts(source, architecture);
    read_hf_recurrence(source, architecture);
    read_hf_blocks(source, architecture);
    read_hf_layer_types(source, architecture);
    read_hf_next_token_prediction(source, dims);
    architecture.name = gguf_name(source.type, dims);
    return architecture;
}

/// The sizes that most configs call alike, to be shown; nothing is computed from them.
Architecture plain_architecture(const HfObject& root, const HfObject& text) {
    static constexpr HfType k_plain = {.model_type = {}, .name = {}, .design = Design::unknown, .bias = HfBias::none};
    const HfSource source{k_plain, text, root};
    Architecture architecture;
    read_hf_sizes(source, architecture);
    read_hf_attention(source, architecture);
    return architecture;
}

/// config.json says nothing of its own name: the folder does.
std::string name_of(const std::string& file, const std::string& model_type) {
    const std::filesystem::path path(file);
    const auto folder = path.parent_path().filename().string();
    if (path.filename() == "config.json" && !folder.empty()) { return folder; }
    return file == "-" || path.stem().empty() || path.filename() == "config.json" ? model_type : path.stem().string();
}

/// The key of what the checkpoint holds beside the language model and its image tower.
std::string uncounted_part(const HfObject& root, VisionKind vision) {
    const bool with_audio = vision == VisionKind::gemma4 || vision == VisionKind::count;
    for (const std::string_view key : {"audio_config", "thinker_config"}) {
        if (root.is_object(key) && !with_audio) { return std::string(key); }
    }
    return {};
}

void count_parameters(Model& model) {
    const auto inventory = tensor_inventory(model.architecture);
    if (!inventory) { return; }
    model.parameters = parameter_count(*inventory);
    model.active_parameters = active_parameter_count(model.architecture).value_or(model.parameters);
}

void count_parameters_or_refuse(Model& model, const std::string& file) {
    try {
        count_parameters(model);
    } catch (const Overflow&) {
        throw InputError(Problem{{Message::overflow}, {file}, {Message::mend_smaller_numbers}});
    }
}

}  // namespace

bool looks_like_hf_config(std::string_view text) {
    try {
        HfDocument document(text, {});
        return document.root().has("model_type") || document.root().has("architectures");
    } catch (const InputError&) { return false; }
}

Model read_hf_config(std::string_view text, const std::string& file) {
    HfDocument document(text, file);
    const HfObject root = document.root();
    const HfObject part = text_part(root);
    Model model;
    model.origin = ModelOrigin::file;
    model.source = file;
    const auto model_type = model_type_of(root);
    model.name = name_of(file, model_type);
    const HfType* const type = type_of(root, part);
    if (type != nullptr) {
        const HfSource source{*type, part, root};
        model.architecture = architecture_of_type(source);
        const bool tower_known = read_hf_vision(root, model_type, model.architecture);
        model.uncounted = tower_known ? uncounted_part(root, model.architecture.dims.vision.kind) : "vision_config";
        check(source, model.architecture.dims);
    } else {
        model.architecture = plain_architecture(root, part);
        model.architecture.name = model_type;
        model.unknown_architecture = model_type.empty() ? "(none)" : model_type;
    }
    const auto storage = hf_storage(root, part);
    model.native_dtype = storage.format.empty() ? storage.dtype : storage.format;
    model.default_format = storage.format;
    document.problems().report();
    count_parameters_or_refuse(model, file);
    return model;
}

}  // namespace sizer
