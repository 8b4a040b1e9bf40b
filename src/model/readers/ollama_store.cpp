#include "model/readers/mapped_file.hpp"
#include "model/readers/stores.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sizer {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view k_model_layer = "application/vnd.ollama.image.model";
constexpr std::string_view k_projector_layer = "application/vnd.ollama.image.projector";
/// A manifest is a list of a few layers.
constexpr std::size_t k_most_manifest_bytes = 1'000'000;

std::optional<fs::path> store_folder(const Surroundings& surroundings) {
    if (const auto models = variable(surroundings, "OLLAMA_MODELS")) { return fs::path(*models); }
    if (surroundings.home.empty()) { return std::nullopt; }
    return fs::path(surroundings.home) / ".ollama" / "models";
}

/// "llama3.1:8b" is registry.ollama.ai/library/llama3.1, tag 8b; "user/model" and "host/user/model" say more.
std::optional<fs::path> manifest_path(const fs::path& store, const std::string& name) {
    std::string model = name;
    std::string tag = "latest";
    const auto colon = name.rfind(':');
    const auto slash = name.rfind('/');
    if (colon != std::string::npos && (slash == std::string::npos || colon > slash)) {
        model = name.substr(0, colon);
        tag = name.substr(colon + 1);
    }
    auto segments = safe_segments(model);
    const auto tags = safe_segments(tag);
    if (!segments || segments->size() > 3 || !tags || tags->size() != 1) { return std::nullopt; }
    if (segments->size() == 1) { segments->insert(segments->begin(), "library"); }
    if (segments->size() == 2) { segments->insert(segments->begin(), "registry.ollama.ai"); }
    fs::path path = store / "manifests";
    for (const auto& segment : *segments) { path /= segment; }
    return path / tag;
}

/// the blob of "sha256:<64 hexadecimal digits>"; nothing else names one.
std::optional<fs::path> blob_path(const fs::path& store, const std::string& digest) {
    constexpr std::string_view prefix = "sha256:";
    const std::string_view digits = std::string_view(digest).substr(std::min(digest.size(), prefix.size()));
    const auto hexadecimal = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (!digest.starts_with(prefix) || digits.size() != 64 || !std::ranges::all_of(digits, hexadecimal)) {
        return std::nullopt;
    }
    auto path = store / "blobs" / ("sha256-" + std::string(digits));
    if (!stands_at(path)) { return std::nullopt; }
    return path;
}

std::optional<fs::path> layer(const Json& manifest, std::string_view type, const fs::path& store) {
    const auto layers = manifest.find("layers");
    if (layers == manifest.end() || !layers->is_array()) { return std::nullopt; }
    for (const auto& entry : *layers) {
        const auto text = [&](const char* key) {
            const bool there = entry.is_object() && entry.contains(key) && entry[key].is_string();
            return there ? entry[key].get<std::string>() : std::string();
        };
        if (text("mediaType") == type) { return blob_path(store, text("digest")); }
    }
    return std::nullopt;
}

Json read_manifest(const fs::path& path) {
    const MappedFile map(path);
    const auto bytes = map.bytes();
    if (bytes.empty() || bytes.size() > k_most_manifest_bytes) { return {}; }
    const auto* const text = reinterpret_cast<const char*>(bytes.data());
    return Json::parse(text, text + bytes.size(), nullptr, false);
}

}  // namespace

std::optional<StoredModel> find_in_ollama(const std::string& name, const Surroundings& surroundings) {
    const auto store = store_folder(surroundings);
    if (!store) { return std::nullopt; }
    const auto path = manifest_path(*store, name);
    std::error_code error;
    if (!path || !fs::is_regular_file(*path, error)) { return std::nullopt; }
    const Json manifest = read_manifest(*path);
    if (!manifest.is_object()) { return std::nullopt; }
    const auto model = layer(manifest, k_model_layer, *store);
    if (!model) { return std::nullopt; }
    return StoredModel{.path = *model, .projector = layer(manifest, k_projector_layer, *store)};
}

}  // namespace sizer
