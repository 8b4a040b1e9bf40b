#pragma once

#include <sizer/catalogue.hpp>
#include <sizer/model.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sizer {

/// the model that JSON text describes: a Hugging Face config.json or a model specification. Throws InputError.
[[nodiscard]] Model model_from_json(std::string_view text, const std::string& origin, const Catalogue& catalogue);

/// the model in a file or folder, told by its content: GGUF, safetensors (a file, an index, a folder of shards), a
/// config.json, a specification. `path` must exist. Throws InputError.
[[nodiscard]] Model model_from_path(const std::string& path, const Catalogue& catalogue);

/// the model of that name in another program's store on this machine (Hugging Face, Ollama, LM Studio, llama.cpp), with
/// its projector; nothing when none has it. Throws InputError.
[[nodiscard]] std::optional<Model> model_from_stores(const std::string& name, const Catalogue& catalogue,
                                                     const std::map<std::string, std::string>& environment);

}  // namespace sizer
