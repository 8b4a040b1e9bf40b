#include "cli/model_request.hpp"

#include "cli/rows.hpp"
#include "model/inventory.hpp"
#include "model/readers/gguf_model.hpp"
#include "model/readers/hf_config.hpp"
#include "model/readers/mapped_file.hpp"
#include "model/readers/safetensors.hpp"
#include "model/readers/stores.hpp"
#include "spec/model_spec_json.hpp"
#include "spec/size_text.hpp"
#include "spec/text_file.hpp"

#include <sizer/error.hpp>

#include <algorithm>
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
    model.native_dtype = spec.native_dtype.value_or("");
    model.default_format = spec.format.value_or("");
    return model;
}

Model from_json(std::string_view text, const std::string& origin, const Catalogue& catalogue) {
    if (looks_like_hf_config(text)) { return read_hf_config(text, origin); }
    const auto base = [&](const std::string& name, const Place& where) {
        return architecture_of(model_row(name, catalogue, where));
    };
    return from_spec(model_spec_from_json(text, origin, base), origin);
}

std::string file_text(const fs::path& path) {
    std::istringstream no_input;
    return read_text(path.string(), no_input);
}

Model from_gguf(const fs::path& path) {
    const GgufFile file = open_gguf(path);
    GgufModel read = gguf_model(file);
    require_sizable(read);
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
        model = from_json(file_text(config), config.string(), catalogue);
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
    if (checkpoint.parameters) { model.parameters = *checkpoint.parameters; }
    model.file = std::move(checkpoint.file);
    return model;
}

Model from_folder(const fs::path& folder, const Catalogue& catalogue) {
    if (holds_safetensors(folder)) { return from_checkpoint(folder, catalogue); }
    if (const auto stored = gguf_in_folder(folder)) { return from_gguf(stored->path); }
    const fs::path config = folder / "config.json";
    if (fs::exists(config)) { return from_json(file_text(config), config.string(), catalogue); }
    throw InputError(Problem{{Message::no_model_in_folder}, {folder.string()}, {Message::mend_model_files}});
}

std::optional<Model> from_stores(const std::string& name, const Catalogue& catalogue,
                                 const std::map<std::string, std::string>& environment) {
    const auto home = environment.find("HOME");
    const auto stored =
        find_stored_model(name, {.environment = environment, .home = home == environment.end() ? "" : home->second});
    if (!stored) { return std::nullopt; }
    Model model = model_from_path(stored->path.string(), catalogue);
    model.name = name;
    return model;
}

Model named_model(const std::string& name, const Catalogue& catalogue, std::istream& in,
                  const std::map<std::string, std::string>& environment) {
    if (name == "-") { return from_json(read_text("-", in), "-", catalogue); }
    // A path that exists is meant as a path; a bare name is looked up first.
    std::error_code unreadable;
    const bool exists = fs::exists(name, unreadable);
    if (exists && name.find('/') != std::string::npos) { return model_from_path(name, catalogue); }
    if (const auto* row = catalogue.find_model(name)) { return model_of(*row); }
    if (exists) { return model_from_path(name, catalogue); }
    if (auto model = from_stores(name, catalogue, environment)) { return *std::move(model); }
    if (name.ends_with(".json") || name.ends_with(".gguf") || name.ends_with(".safetensors") || name.ends_with("/")) {
        throw InputError(Problem{{Message::file_not_found}, {name}, {Message::mend_check_path}});
    }
    return model_of(model_row(name, catalogue, {"--model"}));
}

/// Flags that change the shape of the model.
void override_dimensions(const Options& o, Model& model, std::vector<Problem>& problems) {
    auto& dims = model.architecture.dims;
    const auto set = [&](const std::optional<std::string>& text, const char* flag, std::uint64_t most,
                         std::uint32_t& field) {
        if (!text) { return; }
        try {
            field = static_cast<std::uint32_t>(parse_count(*text, {flag}, most));
        } catch (const InputError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    };
    const auto layers = dims.layers;
    set(o.layers, "--layers", k_most_layers, dims.layers);
    set(o.heads, "--heads", k_most_width, dims.heads);
    set(o.kv_heads, "--kv-heads", k_most_width, dims.kv_heads);
    set(o.d_head, "--d-head", k_most_width, dims.d_head);
    if (o.d_head && dims.d_head_v != 0) { dims.d_head_v = dims.d_head; }
    if (o.kv_heads) { model.architecture.kv_heads_per_layer.clear(); }
    const bool pattern = !model.architecture.layer_types.empty() || !model.architecture.intermediate_per_layer.empty();
    if (dims.layers != layers && pattern) {
        problems.push_back({{Message::contradictory,
                             {{"first", std::string("--layers")}, {"second", std::string("the model's list of layers")}}},
                            {"--layers"},
                            {Message::mend_remove_one}});
    }
}

void override_parameters(const Options& o, Model& model) {
    if (o.params) {
        model.parameters = Params(parse_count(*o.params, {"--params"}));
        model.active_parameters = {};
        // A count by hand is no longer the sum of the shapes: only the rule can use it.
        model.archetype = true;
        model.file.reset();
    }
    if (o.active_params) { model.active_parameters = Params(parse_count(*o.active_params, {"--active-params"})); }
    const bool reshaped = o.layers || o.heads || o.kv_heads || o.d_head;
    const bool counted = !model.archetype && (model.parameters.count() == 0 || reshaped);
    if (reshaped) { model.file.reset(); }
    if (counted) {
        if (const auto inventory = tensor_inventory(model.architecture)) {
            model.parameters = parameter_count(*inventory);
            if (const auto active = active_parameter_count(model.architecture)) { model.active_parameters = *active; }
        }
    }
    if (model.active_parameters.count() == 0) { model.active_parameters = model.parameters; }
}

/// The four that the equation needs; every other value has a default.
void require_equation(const Model& model, std::vector<Problem>& problems) {
    const auto need = [&](std::uint64_t value, const char* key, const char* flag) {
        if (value != 0) { return; }
        problems.push_back({{Message::missing_dimension, {{"name", std::string(key)}}},
                            {flag},
                            {Message::mend_give_dimension, {{"flag", std::string(flag)}, {"key", std::string(key)}}}});
    };
    if (!model.file) { need(model.parameters.count(), "parameters", "--params"); }
    const auto& dims = model.architecture.dims;
    if (!model.unknown_architecture.empty() || dims.design != Design::standard) { return; }
    need(dims.layers, "layers", "--layers");
    const bool per_layer = !model.architecture.kv_heads_per_layer.empty();
    if (!per_layer) { need(dims.kv_heads, "kv_heads", "--kv-heads"); }
    need(dims.d_head, "d_head", "--d-head");
}

}  // namespace

Model model_from_path(const std::string& path, const Catalogue& catalogue) {
    if (fs::is_directory(path)) { return from_folder(path, catalogue); }
    {
        const MappedFile file{fs::path(path)};
        if (looks_like_gguf(file.bytes())) { return from_gguf(path); }
        if (looks_like_safetensors(file.bytes())) { return from_checkpoint(path, catalogue); }
    }
    const std::string text = file_text(path);
    if (text.find("\"weight_map\"") != std::string::npos) { return from_checkpoint(path, catalogue); }
    return from_json(text, path, catalogue);
}

Model resolve_model(const Options& options, const Catalogue& catalogue, std::istream& in,
                    const std::map<std::string, std::string>& environment) {
    Model model;
    if (options.model) {
        model = named_model(*options.model, catalogue, in, environment);
    } else if (!options.params && !options.layers && !options.kv_heads && !options.d_head) {
        throw InputError(Problem{{Message::missing_model}, {}, {Message::mend_give_model}});
    } else {
        model.name = "model";
        model.architecture.dims.design = Design::standard;
    }
    std::vector<Problem> problems;
    override_dimensions(options, model, problems);
    try {
        override_parameters(options, model);
    } catch (const InputError& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
    if (problems.empty()) { require_equation(model, problems); }
    if (!problems.empty()) { throw InputError(std::move(problems)); }
    if (model.unknown_architecture.empty() && model.architecture.dims.design == Design::unknown) {
        model.unknown_architecture = model.architecture.name.empty() ? "none given" : model.architecture.name;
    }
    return model;
}

}  // namespace sizer
