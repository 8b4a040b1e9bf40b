#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// What the search may know of the machine; main fills it, tests choose it.
struct Surroundings {
    std::map<std::string, std::string> environment;
    std::string home;  ///< empty: none
};

/// A model as other programs keep it on this machine.
struct StoredModel {
    std::filesystem::path path;  ///< a GGUF file, or a folder with a checkpoint
    std::optional<std::filesystem::path> projector = {};
};

/// the model called `name` in the stores of Hugging Face, Ollama, LM Studio and llama.cpp, without the network:
/// "ollama:llama3.1:8b", "hf:Qwen/Qwen3-8B", "lmstudio:...", "llama.cpp:...", or a bare name, which is looked for in
/// all of them in that order. Nothing when there is none, or when the name could lead out of a store.
[[nodiscard]] std::optional<StoredModel> find_stored_model(const std::string& name, const Surroundings& surroundings);

/// its path alone.
[[nodiscard]] std::optional<std::filesystem::path> find_in_stores(const std::string& name,
                                                                  const Surroundings& surroundings);

// One store each; `name` is without the prefix.

/// models--ORG--NAME/snapshots/REVISION, by refs/main, else the newest by name. The folder of a checkpoint, or its one
/// GGUF file. Source: huggingface_hub's cache layout. Folders: HF_HUB_CACHE, HF_HOME/hub, XDG_CACHE_HOME or ~/.cache.
[[nodiscard]] std::optional<StoredModel> find_in_hugging_face(const std::string& name,
                                                              const Surroundings& surroundings);

/// manifests/HOST/NAMESPACE/MODEL/TAG and blobs/sha256-*. Source: ollama, server/modelpath.go and manifest.go.
[[nodiscard]] std::optional<StoredModel> find_in_ollama(const std::string& name, const Surroundings& surroundings);

/// ORG/NAME/*.gguf below ~/.lmstudio/models or ~/.cache/lm-studio/models.
[[nodiscard]] std::optional<StoredModel> find_in_lm_studio(const std::string& name, const Surroundings& surroundings);

/// the files of LLAMA_CACHE or ~/.cache/llama.cpp, whose names begin with those of their repositories; or one by its
/// file name.
[[nodiscard]] std::optional<StoredModel> find_in_llama_cpp(const std::string& name, const Surroundings& surroundings);

// What the stores share.

/// the variable's value; nothing when it is unset or empty.
[[nodiscard]] std::optional<std::string> variable(const Surroundings& surroundings, const std::string& name);

/// the segments of a name between '/'; nothing for a name with an empty segment, one that is '.' or '..', a backslash
/// or a control character: it must not lead out of a store.
[[nodiscard]] std::optional<std::vector<std::string>> safe_segments(const std::string& name);

/// the GGUF model in `folder` whose file's name begins with `prefix` and contains `wanted` (any case), projectors
/// aside; a split model gives its first part. Of several, the one in Q4_K_M, which is llama.cpp's default; else none.
[[nodiscard]] std::optional<StoredModel> gguf_in_folder(const std::filesystem::path& folder,
                                                        const std::string& wanted = "", const std::string& prefix = "");

}  // namespace sizer
