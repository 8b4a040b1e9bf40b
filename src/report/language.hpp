#pragma once

#include <sizer/message.hpp>

#include <span>
#include <string_view>

namespace sizer {

/// One language: a file of data/languages, turned at build time into a switch over the messages. The compiler refuses
/// a file that lacks one, the generator one whose operands are not those of the English text.
struct Language {
    std::string_view code;              // "en", the file's name
    std::string_view name;              // in the language itself
    std::string_view (*text)(Message);  // operands' names in braces
};

/// by code, in alphabetical order; written by the build-time generator.
extern const std::span<const Language> k_languages;

/// the language of a code; nullptr when there is none.
[[nodiscard]] const Language* find_language(std::string_view code);

/// the language that is always there, and that contracts are in unless another is asked for.
[[nodiscard]] const Language& english();

}  // namespace sizer
