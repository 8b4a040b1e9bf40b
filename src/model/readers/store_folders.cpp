#include "model/readers/mapped_file.hpp"
#include "model/readers/safetensors.hpp"
#include "model/readers/stores.hpp"

#include <algorithm>
#include <fstream>

namespace sizer {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> cache_folder(const Surroundings& surroundings) {
    if (const auto cache = variable(surroundings, "XDG_CACHE_HOME")) { return fs::path(*cache); }
    if (surroundings.home.empty()) { return std::nullopt; }
    return fs::path(surroundings.home) / ".cache";
}

std::optional<fs::path> hub_folder(const Surroundings& surroundings) {
    if (const auto hub = variable(surroundings, "HF_HUB_CACHE")) { return fs::path(*hub); }
    if (const auto hub = variable(surroundings, "HUGGINGFACE_HUB_CACHE")) { return fs::path(*hub); }
    if (const auto home = variable(surroundings, "HF_HOME")) { return fs::path(*home) / "hub"; }
    const auto cache = cache_folder(surroundings);
    if (!cache) { return std::nullopt; }
    return *cache / "huggingface" / "hub";
}

/// the snapshot that refs/main names; else the last by name.
std::optional<fs::path> snapshot(const fs::path& repository) {
    std::ifstream file(repository / "refs" / "main");
    std::string revision;
    file >> revision;
    const auto segments = safe_segments(revision);
    std::error_code error;
    if (segments && segments->size() == 1 && fs::is_directory(repository / "snapshots" / revision, error)) {
        return repository / "snapshots" / revision;
    }
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(repository / "snapshots", error)) { all.push_back(entry.path()); }
    if (all.empty()) { return std::nullopt; }
    return *std::ranges::max_element(all);
}

std::string joined(const std::vector<std::string>& segments, std::string_view between) {
    std::string text;
    for (const auto& segment : segments) { text += (text.empty() ? "" : std::string(between)) + segment; }
    return text;
}

/// "org/name:Q4_K_M" names one of several files.
std::pair<std::string, std::string> split_quant(const std::string& name) {
    const auto colon = name.rfind(':');
    if (colon == std::string::npos) { return {name, {}}; }
    return {name.substr(0, colon), name.substr(colon + 1)};
}

}  // namespace

std::optional<StoredModel> find_in_hugging_face(const std::string& name, const Surroundings& surroundings) {
    const auto [repository, quant] = split_quant(name);
    const auto segments = safe_segments(repository);
    const auto hub = hub_folder(surroundings);
    if (!segments || segments->size() > 2 || !hub) { return std::nullopt; }
    const auto folder = snapshot(*hub / ("models--" + joined(*segments, "--")));
    if (!folder) { return std::nullopt; }
    if (quant.empty() && (stands_at(*folder / "config.json") || holds_safetensors(*folder))) {
        return StoredModel{.path = *folder};
    }
    return gguf_in_folder(*folder, quant);
}

std::optional<StoredModel> find_in_lm_studio(const std::string& name, const Surroundings& surroundings) {
    const auto [model, quant] = split_quant(name);
    const auto segments = safe_segments(model);
    if (!segments || segments->size() != 2 || surroundings.home.empty()) { return std::nullopt; }
    for (const auto* const place : {".lmstudio/models", ".cache/lm-studio/models"}) {
        const auto folder = fs::path(surroundings.home) / place / (*segments)[0] / (*segments)[1];
        if (auto found = gguf_in_folder(folder, quant)) { return found; }
        if (stands_at(folder / "config.json")) { return StoredModel{.path = folder}; }
    }
    return std::nullopt;
}

std::optional<StoredModel> find_in_llama_cpp(const std::string& name, const Surroundings& surroundings) {
    const auto [model, quant] = split_quant(name);
    const auto segments = safe_segments(model);
    std::optional<fs::path> folder;
    if (const auto own = variable(surroundings, "LLAMA_CACHE")) {
        folder = *own;
    } else if (const auto cache = cache_folder(surroundings)) {
        folder = *cache / "llama.cpp";
    }
    if (!segments || segments->size() > 2 || !folder) { return std::nullopt; }
    if (segments->size() == 1) {
        const auto file = *folder / (model.ends_with(".gguf") ? model : model + ".gguf");
        return stands_at(file) ? std::optional(StoredModel{.path = file}) : std::nullopt;
    }
    // "ggml-org/gemma-3-4b-it-GGUF:Q4_K_M" is kept as "ggml-org_gemma-3-4b-it-GGUF_gemma-3-4b-it-Q4_K_M.gguf".
    return gguf_in_folder(*folder, quant, joined(*segments, "_") + "_");
}

}  // namespace sizer
