#include "cli/model_request.hpp"

#include "cli/model_files.hpp"
#include "cli/rows.hpp"
#include "model/inventory.hpp"
#include "model/readers/printable.hpp"
#include "spec/size_text.hpp"
#include "spec/text_file.hpp"

#include <sizer/error.hpp>

#include <filesystem>

namespace sizer {
namespace {

namespace fs = std::filesystem;

Model named_model(const std::string& name, const Catalogue& catalogue, std::istream& in,
                  const std::map<std::string, std::string>& environment) {
    if (name == "-") { return model_from_json(read_text("-", in), "-", catalogue); }
    // A path that exists is meant as a path; a bare name is looked up first.
    std::error_code unreadable;
    const bool exists = fs::exists(name, unreadable);
    if (exists && name.find('/') != std::string::npos) { return model_from_path(name, catalogue); }
    if (const auto* row = catalogue.find_model(name)) { return model_of(*row); }
    if (exists) { return model_from_path(name, catalogue); }
    if (auto model = model_from_stores(name, catalogue, environment)) { return *std::move(model); }
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
        problems.push_back(
            {{Message::contradictory,
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
    // What is not known of an architecture is no mistake of the user's: its terms stay open.
    if (!model.unknown_architecture.empty()) { return; }
    if (!model.file) { need(model.parameters.count(), "parameters", "--params"); }
    const auto& dims = model.architecture.dims;
    if (dims.design != Design::standard) { return; }
    need(dims.layers, "layers", "--layers");
    const bool per_layer = !model.architecture.kv_heads_per_layer.empty();
    if (!per_layer) { need(dims.kv_heads, "kv_heads", "--kv-heads"); }
    need(dims.d_head, "d_head", "--d-head");
}

}  // namespace

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
    // A name from a file is a stranger's text: it must not drive the terminal.
    model.name = printable(model.name);
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
