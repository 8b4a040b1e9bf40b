#include "catalog/row_members.hpp"
#include "catalog/row_reading.hpp"

#include <algorithm>
#include <cmath>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

constexpr double k_millionths = 1e6;
constexpr double k_most_constant = 9e12;  // times a million still fits 64 bits

/// The members of the object at `key`, each read in its own right.
template <class Read>
void each_member(ObjectReader& reader, std::string_view key, Read&& read) {
    auto members = reader.object(key);
    if (!members) { return; }
    for (const auto& [name, unused] : members->json().items()) { read(*members, name); }
}

EngineKey engine_key(ObjectReader& reader, OwnedRows& rows) {
    EngineKey key;
    key.name = kept(reader.required_text("name"), rows);
    key.kind = static_cast<EngineKeyKind>(reader.choice("kind", {"choice", "count", "share", "text"}));
    key.standard = kept(reader.required_text("default"), rows);
    key.choices = kept(reader.texts("choices"), rows);
    if (reader.value("least") != nullptr) { key.least = large_count(reader, "least", k_most_block); }
    key.meaning = kept(reader.required_text("meaning"), rows);
    reader.refuse_unknown_keys();
    return key;
}

void read_keys(ObjectReader& reader, std::vector<EngineKey>& keys, OwnedRows& rows, std::vector<Problem>& problems) {
    const Json* list = reader.value("keys");
    if (list == nullptr) { return; }
    if (!list->is_array()) { return reader.wrong_type("keys", "an array of objects"); }
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string pointer = reader.pointer() + "/keys/" + std::to_string(i);
        if (!(*list)[i].is_object()) { return reader.wrong_type("keys", "an array of objects"); }
        ObjectReader each((*list)[i], reader.origin(), pointer, problems);
        const EngineKey key = engine_key(each, rows);
        const auto same =
            std::find_if(keys.begin(), keys.end(), [&](const EngineKey& other) { return other.name == key.name; });
        same == keys.end() ? keys.push_back(key) : static_cast<void>(*same = key);
    }
}

/// The base's keys with this engine's own defaults.
void read_defaults(ObjectReader& reader, std::vector<EngineKey>& keys, OwnedRows& rows) {
    each_member(reader, "defaults", [&](ObjectReader& defaults, const std::string& name) {
        const auto found =
            std::find_if(keys.begin(), keys.end(), [&](const EngineKey& key) { return key.name == name; });
        if (found == keys.end()) { return defaults.complain(Message::unknown_key, name, {}, {{"name", name}}); }
        found->standard = kept(defaults.required_text(name), rows);
    });
}

void read_constants(ObjectReader& reader, std::vector<EngineConstant>& constants, OwnedRows& rows) {
    each_member(reader, "constants", [&](ObjectReader& members, const std::string& name) {
        const double value = members.number(name).value_or(0);
        if (value > k_most_constant) { return members.wrong_type(name, "a smaller number"); }
        const bool is_whole = std::floor(value) == value;
        const Ratio ratio = is_whole ? Ratio{static_cast<std::uint64_t>(value), 1}
                                     : Ratio{static_cast<std::uint64_t>(std::llround(value * k_millionths)),
                                             static_cast<std::uint64_t>(k_millionths)};
        const auto same = std::find_if(constants.begin(), constants.end(),
                                       [&](const EngineConstant& other) { return other.name == name; });
        if (same != constants.end()) {
            same->value = ratio;
        } else {
            constants.push_back({kept(name, rows), ratio});
        }
    });
}

void read_calibrations(ObjectReader& reader, std::vector<EngineCalibration>& all, OwnedRows& rows) {
    each_member(reader, "calibration", [&](ObjectReader& members, const std::string& name) {
        auto term = members.object(name);
        if (!term) { return; }
        EngineCalibration each{.term = kept(name, rows)};
        each.measurements = large_count(*term, "measurements", k_most_block);
        each.median_error_percent = term->number("median_error_percent").value_or(0);
        each.worst_error_percent = term->number("worst_error_percent").value_or(0);
        term->known("note");
        term->refuse_unknown_keys();
        all.push_back(each);
    });
}

/// The row of this file that `row.base` names: an engine stands below the one whose code it shares.
const EngineRow* base_of(const EngineRow& row, const OwnedRows& rows) {
    const auto found = std::find_if(rows.engines.begin(), rows.engines.end(),
                                    [&](const EngineRow& other) { return other.id == row.base; });
    return found == rows.engines.end() ? nullptr : &*found;
}

EngineRow engine_row(ObjectReader& reader, OwnedRows& rows) {
    EngineRow row;
    row.id = kept(reader.required_text("id"), rows);
    row.aliases = kept(reader.texts("aliases"), rows);
    row.json = kept(reader.json().dump(), rows);
    row.base = kept(reader.text("base").value_or(""), rows);
    row.version = kept(reader.text("version").value_or(""), rows);
    std::vector<Problem> problems;
    auto& keys = rows.engine_keys.emplace_back();
    auto& constants = rows.engine_constants.emplace_back();
    if (!row.base.empty()) {
        if (const auto* base = base_of(row, rows)) {
            keys.assign(base->keys.begin(), base->keys.end());
            constants.assign(base->constants.begin(), base->constants.end());
        } else {
            reader.complain(Message::unknown_engine, "base", {}, {{"name", std::string(row.base)}});
        }
    }
    read_keys(reader, keys, rows, problems);
    read_defaults(reader, keys, rows);
    read_constants(reader, constants, rows);
    auto& calibrations = rows.engine_calibrations.emplace_back();
    read_calibrations(reader, calibrations, rows);
    row.keys = keys;
    row.constants = constants;
    row.calibrations = calibrations;
    only_shown(reader, {"name", "note"});
    if (!problems.empty()) { throw InputError(std::move(problems)); }
    return row;
}

}  // namespace

void read_engines(std::string_view text, const std::string& origin, OwnedRows& rows) {
    read_rows<EngineRow>(text, origin, "engines", engine_row, rows, rows.engines);
}

}  // namespace sizer
