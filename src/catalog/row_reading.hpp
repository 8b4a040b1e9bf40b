#pragma once

// Only *_json.cpp files of the catalogue include this header: it brings the JSON library.

#include "catalog/rows_json.hpp"
#include "spec/json_text.hpp"
#include "spec/object_reader.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

// Texts and arrays that rows point into: kept where nothing moves.
inline std::string_view kept(std::string text, OwnedRows& rows) { return rows.texts.emplace_back(std::move(text)); }

inline std::span<const std::string_view> kept(const std::vector<std::string>& names, OwnedRows& rows) {
    auto& list = rows.name_lists.emplace_back();
    for (const auto& name : names) { list.push_back(kept(name, rows)); }
    return list;
}

inline std::span<const std::uint32_t> kept(const std::vector<std::uint32_t>& values, OwnedRows& rows) {
    return rows.arrays.emplace_back(values);
}

/// Walks the rows of one data file: the object's member `key` is an array of objects.
template <class ReadRow>
void each_row(std::string_view text, const std::string& origin, const char* key, std::vector<Problem>& problems,
              ReadRow&& read_row) {
    const nlohmann::ordered_json file = parse_json_text(text, origin);
    const auto found = file.is_object() ? file.find(key) : file.end();
    if (!file.is_object() || found == file.end() || !found->is_array()) {
        const std::string wanted = "an object with an array \"" + std::string(key) + "\"";
        throw InputError(Problem{{Message::wrong_type, {{"wanted", wanted}}},
                                 {origin, "/" + std::string(key)},
                                 {Message::mend_write_type, {{"wanted", wanted}}}});
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
        const std::string pointer = "/" + std::string(key) + "/" + std::to_string(i);
        ObjectReader reader((*found)[i], origin, pointer, problems);
        if ((*found)[i].is_object()) {
            read_row(reader);
        } else {
            reader.wrong_type("", "an object");
        }
    }
}

/// Two rows of one file that a name could mean: neither is a safe choice.
template <class Row>
void refuse_repeated_names(const std::vector<Row>& rows, const std::string& origin, const std::string& key,
                           std::vector<Problem>& problems) {
    std::map<std::string, std::size_t> owners;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto claim = [&](std::string_view name, const std::string& place) {
            const auto owner = owners.emplace(normalised_name(name), i).first->second;
            if (owner != i) {
                problems.push_back({{Message::given_twice}, {origin, key + std::to_string(i) + place}, {}});
            }
        };
        claim(rows[i].id, "/id");
        for (std::size_t a = 0; a < rows[i].aliases.size(); ++a) {
            claim(rows[i].aliases[a], "/aliases/" + std::to_string(a));
        }
    }
}

template <class Row>
using Read = Row (*)(ObjectReader&, OwnedRows&);

template <class Row>
void read_rows(std::string_view text, const std::string& origin, const char* key, Read<Row> read, OwnedRows& rows,
               std::vector<Row>& into) {
    std::vector<Problem> problems;
    each_row(text, origin, key, problems, [&](ObjectReader& reader) {
        into.push_back(read(reader, rows));
        reader.refuse_unknown_keys();
    });
    if constexpr (requires(const Row& row) { row.aliases; }) {
        refuse_repeated_names(into, origin, "/" + std::string(key) + "/", problems);
    }
    if (!problems.empty()) { throw InputError(std::move(problems)); }
}

}  // namespace sizer
