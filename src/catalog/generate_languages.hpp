#pragma once

// Only the build-time generator includes this header.

#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// One file of data/languages: its code is the file's name, its text the JSON.
struct LanguageFile {
    std::string code;
    std::string json;
};

/// the C++ file of all languages: a switch for each, and their table. `files` in the table's order; operands are held
/// against those of "en". Throws InputError for bad JSON, std::runtime_error for a text that is not a string, stands
/// twice, or has operands that the English one has not.
[[nodiscard]] std::string languages_text(const std::vector<LanguageFile>& files);

}  // namespace sizer
