#pragma once

#include <sizer/architecture.hpp>
#include <sizer/error.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// A model as a person describes it: what was given, everything else left at its default.
struct ModelSpec {
    std::optional<std::string> name = {};
    std::optional<std::string> base = {};  ///< a catalogue row that the rest is laid over
    std::optional<std::string> format = {};
    std::optional<std::string> native_dtype = {};
    std::optional<std::uint64_t> parameters = {};
    std::optional<std::uint64_t> active_parameters = {};
    Architecture architecture = {};       ///< design standard, or mla with a latent rank, unless given or said unknown
    std::vector<std::string> given = {};  ///< the top-level keys of the file by their own names: "layers", "moe"
};

/// the architecture of the catalogue row that a spec's "base" names; throws InputError at `where` when there is none.
using BaseLookup = std::function<Architecture(const std::string& name, const Place& where)>;

/// the spec that `text` holds; `file` is the name that errors carry. Hugging Face's names are read as synonyms. Throws
/// InputError with a JSON pointer for every mistake: an unknown key, a number that is none or absurd, a value given
/// twice and differently.
[[nodiscard]] ModelSpec model_spec_from_json(std::string_view text, const std::string& file,
                                             const BaseLookup& base = {});

}  // namespace sizer
