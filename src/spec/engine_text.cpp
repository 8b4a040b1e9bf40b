#include "spec/engine_text.hpp"

#include "spec/size_text.hpp"

#include <sizer/catalogue.hpp>

#include <algorithm>

namespace sizer {
namespace {

/// The nearest keys when one is near, else all of them.
Statement mend_key(const EngineRow& row, const std::string& name) {
    std::vector<std::string_view> keys;
    for (const auto& key : row.keys) { keys.push_back(key.name); }
    const auto near = nearest_names(name, keys);
    if (!near.empty()) { return {Message::mend_did_you_mean, {{"names", joined(near)}}}; }
    if (keys.empty()) { return {Message::mend_no_keys, {{"name", std::string(row.id)}}}; }
    return {Message::mend_choices, {{"names", joined(keys)}}};
}

Problem bad_value(const EngineKey& key, const std::string& value, const Place& where) {
    std::vector<std::string> names(key.choices.begin(), key.choices.end());
    switch (key.kind) {
    case EngineKeyKind::count: names.push_back("a whole number from " + std::to_string(key.least)); break;
    case EngineKeyKind::share: names.emplace_back("a share such as 0.9"); break;
    case EngineKeyKind::choice:
    case EngineKeyKind::text: break;
    }
    return {{Message::bad_engine_value, {{"key", std::string(key.name)}, {"text", value}}},
            where,
            {Message::mend_choices, {{"names", joined(names)}}}};
}

/// "512" of "512" or "0.5k"; empty when it is no such count.
std::string count_text(const EngineKey& key, const std::string& value) {
    if (key.least == 0 && value == "0") { return value; }
    try {
        const auto count = parse_tokens(value, {}).count();
        return count < key.least ? std::string{} : std::to_string(count);
    } catch (const InputError&) { return {}; }
}

/// Above zero and at most one, in plain decimals.
bool is_share(const std::string& value) {
    constexpr std::size_t k_longest = 12;
    if (value == "1" || value == "1.0") { return true; }
    return value.size() > 2 && value.size() <= k_longest && value.starts_with("0.") &&
           value.find_first_not_of("0123456789", 2) == std::string::npos &&
           value.find_first_not_of('0', 2) != std::string::npos;
}

bool is_word(const std::string& value) {
    constexpr std::size_t k_longest = 64;
    return !value.empty() && value.size() <= k_longest;
}

/// The value as the engine's formulas read it; empty when the key cannot have it.
std::string checked_value(const EngineKey& key, const std::string& value) {
    const std::string plain = normalised_name(value);
    for (const auto choice : key.choices) {
        if (normalised_name(choice) == plain) { return std::string(choice); }
    }
    // In a file, true and false are how a switch is written.
    for (const auto& [written, meant] : {std::pair("true", "on"), std::pair("false", "off")}) {
        const bool has = std::find(key.choices.begin(), key.choices.end(), meant) != key.choices.end();
        if (value == written && has) { return meant; }
    }
    switch (key.kind) {
    case EngineKeyKind::choice: return {};
    case EngineKeyKind::count: return count_text(key, value);
    case EngineKeyKind::share: return is_share(value) ? value : std::string{};
    case EngineKeyKind::text: break;
    }
    return is_word(value) ? value : std::string{};
}

}  // namespace

EngineText parse_engine(std::string_view text, const Place& where) {
    const auto colon = text.find(':');
    EngineText engine{.name = std::string(text.substr(0, colon))};
    if (colon == std::string_view::npos) { return engine; }
    for (auto rest = text.substr(colon + 1); !rest.empty();) {
        const auto comma = rest.find(',');
        const auto part = rest.substr(0, comma);
        const auto equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            throw InputError(
                Problem{{Message::bad_engine_option, {{"text", std::string(part)}}}, where, {Message::mend_key_value}});
        }
        engine.options.emplace_back(part.substr(0, equals), part.substr(equals + 1));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
    return engine;
}

EngineOptionList checked_options(const EngineRow& row, const EngineOptionList& options, const Place& where) {
    EngineOptionList checked;
    for (const auto& key : row.keys) { checked.emplace_back(key.name, key.standard); }
    std::vector<Problem> problems;
    std::vector<std::string> seen;
    for (const auto& [name, value] : options) {
        const std::string plain = normalised_name(name);
        const auto key = std::find_if(row.keys.begin(), row.keys.end(),
                                      [&](const EngineKey& each) { return normalised_name(each.name) == plain; });
        if (key == row.keys.end()) {
            problems.push_back({{Message::unknown_key, {{"name", name}}}, where, mend_key(row, name)});
            continue;
        }
        if (std::find(seen.begin(), seen.end(), plain) != seen.end()) {
            problems.push_back({{Message::duplicate_key, {{"name", name}}}, where, {Message::mend_remove_one}});
        }
        seen.push_back(plain);
        const std::string right = checked_value(*key, value);
        if (right.empty()) { problems.push_back(bad_value(*key, value, where)); }
        checked[static_cast<std::size_t>(key - row.keys.begin())].second = right;
    }
    if (!problems.empty()) { throw InputError(std::move(problems)); }
    return checked;
}

}  // namespace sizer
