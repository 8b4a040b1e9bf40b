#include "cli/model_files.hpp"

#include "cli/rows.hpp"
#include "model/readers/gguf_model.hpp"
#include "model/readers/hf_config.hpp"
#include "model/readers/mapped_file.hpp"
#include "model/readers/safetensors.hpp"
#include "model/readers/stores.hpp"
#include "spec/model_spec_json.hpp"
#include "spec/text_file.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

namespace sizer {
namespace {

namespace fs = std::filesystem;

Model from_spec(const ModelSpec& spec, const std::string& origin) {
    Model model;
    model.name = spec.name.value_or(origin == "-" ? "model" : fs::path(origin).stem().string());
    model.origin = ModelOrigin::spec;
    model.source = origin;
    model.parameters = Params(spec.parameters.value_or(0));
    model.active_parameters = Params(spec.active_parameters.value_or(0));
    model.architecture = spec.architecture;
    if (spec.architecture.dims.design == Design::unknown) { model.unknown_architecture = spec.architecture.name; }
    model.native_dtype = spec.native_dtype.value_or("");
    model.default_format = spec.format.value_or("");
    return model;
}

std::string file_text(const fs::path& path) {
    std::istringstream no_input;
    return read_text(path.string(), no_input);
}

Model from_gguf(const fs::path& path, const std::optional<fs::path>& projector = {}) {
    const GgufFile file = open_gguf(path);
    GgufModel read = gguf_model(file);
    require_sizable(read);
    if (projector) { add_projector(read, gguf_model(open_gguf(*projector))); }
    read.model.file->header_sha256 = gguf_header_sha256(file);
    return std::move(read.model);
}

/// A checkpoint's weights, with its config.json beside them where there is one.
Model from_checkpoint(const fs::path& path, const Catalogue& catalogue) {
    const fs::path folder = fs::is_directory(path) ? path : path.parent_path();
    const fs::path config = folder / "config.json";
    Model model;
    std::optional<std::uint32_t> layers;
    if (fs::exists(config)) {
        model = model_from_json(file_text(config), config.string(), catalogue);
        layers = model.architecture.dims.layers;
    } else {
        model.unknown_architecture = "no config.json beside the weights";
    }
    Checkpoint checkpoint = read_checkpoint(path, layers);
    require_sizable(checkpoint, path);
    checkpoint.file.header_sha256 = checkpoint_header_sha256(checkpoint);
    model.name = fs::weakly_canonical(folder).filename().string();
    model.origin = ModelOrigin::file;
    model.source = path.string();
    // A tied head that the file stores all the same is no parameter of its own: there the dimensions count better.
    const bool counted_twice = model.architecture.dims.tie_word_embeddings && model.parameters.count() != 0;
    if (checkpoint.parameters && !counted_twice) { model.parameters = *checkpoint.parameters; }
    model.file = std::move(checkpoint.file);
    return model;
}

Model from_folder(const fs::path& folder, const Catalogue& catalogue) {
    if (holds_safetensors(folder)) { return from_checkpoint(folder, catalogue); }
    if (const auto stored = gguf_in_folder(folder)) { return from_gguf(stored->path, stored->projector); }
    const fs::path config = folder / "config.json";
    if (fs::exists(config)) { return model_from_json(file_text(config), config.string(), catalogue); }
    throw InputError(Problem{{Message::no_model_in_folder}, {folder.string()}, {Message::mend_model_files}});
}

/// A configuration class has a default for everything, so that {"model_type": "llama"} would be a whole 7B model. One
/// that names no width at all describes nobody's model: it is refused, not filled up.
void require_a_size(std::string_view text, const std::string& file) {
    constexpr std::array<std::string_view, 5> k_widths = {"hidden_size", "n_embd", "d_model", "model_dim", "\"dim\""};
    const bool any = std::any_of(k_widths.begin(), k_widths.end(),
                                 [&](std::string_view key) { return text.find(key) != std::string_view::npos; });
    if (any) { return; }
    throw InputError(Problem{{Message::missing_key, {{"name", std::string("hidden_size")}}},
                             {file, "/hidden_size"},
                             {Message::mend_check_path}});
}

}  // namespace

Model model_from_json(std::string_view text, const std::string& origin, const Catalogue& catalogue) {
    if (looks_like_hf_config(text)) {
        require_a_size(text, origin);
        return read_hf_config(text, origin);
    }
    const auto base = [&](const std::string& name, const Place& where) {
        return architecture_of(model_row(name, catalogue, where));
    };
    return from_spec(model_spec_from_json(text, origin, base), origin);
}

Model model_from_path(const std::string& path, const Catalogue& catalogue) {
    if (fs::is_directory(path)) { return from_folder(path, catalogue); }
    {
        const MappedFile file{fs::path(path)};
        if (looks_like_gguf(file.bytes())) { return from_gguf(path); }
        if (looks_like_safetensors(file.bytes())) { return from_checkpoint(path, catalogue); }
    }
    const std::string text = file_text(path);
    if (text.find("\"weight_map\"") != std::string::npos) { return from_checkpoint(path, catalogue); }
    return model_from_json(text, path, catalogue);
}

std::optional<Model> model_from_stores(const std::string& name, const Catalogue& catalogue,
                                       const std::map<std::string, std::string>& environment) {
    const auto home = environment.find("HOME");
    const auto stored =
        find_stored_model(name, {.environment = environment, .home = home == environment.end() ? "" : home->second});
    if (!stored) { return std::nullopt; }
    Model model = stored->projector ? from_gguf(stored->path, stored->projector)
                                    : model_from_path(stored->path.string(), catalogue);
    model.name = name;
    return model;
}

}  // namespace sizer
