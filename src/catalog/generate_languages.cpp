#include "catalog/generate_languages.hpp"

#include "catalog/generate_text.hpp"
#include "spec/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace sizer {
namespace {

struct Texts {
    std::string code;
    std::string name;
    std::map<std::string, std::string> by_id;
};

[[noreturn]] void refuse(const std::string& code, const std::string& what) {
    throw std::runtime_error("data/languages/" + code + ".json: " + what);
}

/// Sections are for the reader of the file; an id is one message wherever it stands.
Texts texts_of(const LanguageFile& file) {
    Texts texts{.code = file.code, .name = {}, .by_id = {}};
    const auto json = parse_json_text(file.json, "data/languages/" + file.code + ".json");
    for (const auto& [key, value] : json.items()) {
        if (key == "name" && value.is_string()) {
            texts.name = value.get<std::string>();
            continue;
        }
        if (!value.is_object()) { refuse(file.code, key + " must be a section of texts"); }
        for (const auto& [id, text] : value.items()) {
            if (!text.is_string() || text.get<std::string>().empty()) { refuse(file.code, id + " must be a text"); }
            if (!texts.by_id.emplace(id, text.get<std::string>()).second) { refuse(file.code, id + " stands twice"); }
        }
    }
    if (texts.name.empty()) { refuse(file.code, "\"name\" is missing"); }
    return texts;
}

std::set<std::string> operands_of(std::string_view text) {
    std::set<std::string> operands;
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
        operands.emplace(text.substr(open, text.find('}', open) - open));
    }
    return operands;
}

void hold_against_english(const Texts& texts, const Texts& english) {
    for (const auto& [id, text] : texts.by_id) {
        const auto other = english.by_id.find(id);
        if (other == english.by_id.end()) { refuse(texts.code, id + " is no message of English"); }
        if (operands_of(text) != operands_of(other->second)) {
            refuse(texts.code, id + " has other operands than in English");
        }
    }
}

std::string switch_text(const Texts& texts) {
    std::string out = "std::string_view text_" + texts.code + "(Message id) {\n    switch (id) {\n" +
                      "    case Message::none:\n    case Message::count_: return {};\n";
    for (const auto& [id, text] : texts.by_id) {
        out += "    case Message::" + id + ": return " + literal(text) + ";\n";
    }
    return out + "    }\n    return {};\n}\n\n";
}

}  // namespace

std::string languages_text(const std::vector<LanguageFile>& files) {
    std::vector<Texts> all;
    for (const auto& file : files) { all.push_back(texts_of(file)); }
    const auto english = std::find_if(all.begin(), all.end(), [](const Texts& each) { return each.code == "en"; });
    if (english == all.end()) { refuse("en", "is missing"); }
    std::string functions;
    std::string rows;
    for (const auto& texts : all) {
        hold_against_english(texts, *english);
        functions += switch_text(texts);
        rows += "    {" + literal(texts.code) + ", " + literal(texts.name) + ", text_" + texts.code + "},\n";
    }
    return "#include \"report/language.hpp\"\n\nnamespace sizer {\nnamespace {\n\n" + functions +
           "constexpr Language k_language_rows[] = {\n" + rows +
           "};\n\n}  // namespace\n\nconst std::span<const Language> k_languages(k_language_rows);\n\n}  // namespace "
           "sizer\n";
}

}  // namespace sizer
