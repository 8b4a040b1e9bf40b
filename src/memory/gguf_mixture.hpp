#pragma once

#include "memory/gguf_recipe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sizer {

/// What a tensor is to the mixture's rules, told from its name.
enum class RecipePart : std::uint8_t {
    output,
    token_embedding,
    value,
    key,
    query,
    attention_output,
    up,
    gate,
    down,
    other
};

[[nodiscard]] RecipePart recipe_part(std::string_view name);

/// One file being quantised: what is fixed, and the counters that its tensors move on.
struct Mixture {
    GgufFileType file_type;
    GgmlId base;  ///< the file type's default
    RecipeModel model;
    bool tied = false;         ///< no output.weight: the token embedding is treated as the output
    std::uint64_t values = 0;  ///< tensors of part `value`
    std::uint64_t value_at = 0;
    std::uint64_t down_at = 0;
    std::uint64_t gate_at = 0;
    std::uint64_t up_at = 0;
};

/// the default storage type of a file type; nothing for one that has no recipe (NVFP4, removed ones).
[[nodiscard]] std::optional<GgmlId> base_type(GgufFileType file_type);

/// the type that the mixture gives to the next tensor, before any fall-back; moves its counters.
[[nodiscard]] GgmlId mixed_type(Mixture& mixture, const Tensor& tensor);

}  // namespace sizer
