#include "model/readers/stores.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sizer {
namespace {

using Search = std::optional<StoredModel> (*)(const std::string&, const Surroundings&);

struct Store {
    std::string_view prefix;
    Search search;
};
constexpr std::array k_stores = {
    Store{"hf:", find_in_hugging_face},
    Store{"ollama:", find_in_ollama},
    Store{"lmstudio:", find_in_lm_studio},
    Store{"llama.cpp:", find_in_llama_cpp},
};

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

bool is_safe(std::string_view segment) {
    return !segment.empty() && segment != "." && segment != ".." &&
           std::ranges::none_of(segment, [](char c) { return c == '\\' || static_cast<unsigned char>(c) < 0x20; });
}

bool is_projector_name(const std::string& name) { return name.find("mmproj") != std::string::npos; }

/// whether the name is that of a part behind the first.
bool is_later_part(const std::string& name) {
    return name.find("-of-") != std::string::npos && name.find("-00001-of-") == std::string::npos;
}

}  // namespace

std::optional<std::string> variable(const Surroundings& surroundings, const std::string& name) {
    const auto found = surroundings.environment.find(name);
    if (found == surroundings.environment.end() || found->second.empty()) { return std::nullopt; }
    return found->second;
}

std::optional<std::vector<std::string>> safe_segments(const std::string& name) {
    std::vector<std::string> segments;
    std::string_view rest = name;
    while (true) {
        const auto slash = rest.find('/');
        const auto segment = rest.substr(0, slash);
        if (!is_safe(segment)) { return std::nullopt; }
        segments.emplace_back(segment);
        if (slash == std::string_view::npos) { return segments; }
        rest.remove_prefix(slash + 1);
    }
}

std::optional<StoredModel> gguf_in_folder(const std::filesystem::path& folder, const std::string& wanted,
                                          const std::string& prefix) {
    std::vector<std::filesystem::path> models;
    std::vector<std::filesystem::path> projectors;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const auto& path = entry.path();
        const auto name = lower(path.filename().string());
        if (!name.ends_with(".gguf") || is_later_part(name) || !name.starts_with(lower(prefix))) { continue; }
        if (is_projector_name(name)) {
            projectors.push_back(path);
        } else if (name.find(lower(wanted)) != std::string::npos) {
            models.push_back(path);
        }
    }
    if (models.size() > 1) {
        std::erase_if(models, [](const auto& path) {
            return lower(path.filename().string()).find("q4_k_m") == std::string::npos;
        });
    }
    if (models.size() != 1) { return std::nullopt; }
    StoredModel found{.path = models.front()};
    if (projectors.size() == 1) { found.projector = projectors.front(); }
    return found;
}

std::optional<StoredModel> find_stored_model(const std::string& name, const Surroundings& surroundings) {
    for (const auto& store : k_stores) {
        if (name.starts_with(store.prefix)) { return store.search(name.substr(store.prefix.size()), surroundings); }
    }
    for (const auto& store : k_stores) {
        if (auto found = store.search(name, surroundings)) { return found; }
    }
    return std::nullopt;
}

std::optional<std::filesystem::path> find_in_stores(const std::string& name, const Surroundings& surroundings) {
    const auto found = find_stored_model(name, surroundings);
    if (!found) { return std::nullopt; }
    return found->path;
}

}  // namespace sizer
