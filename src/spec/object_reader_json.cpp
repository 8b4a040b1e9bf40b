#include "spec/object_reader.hpp"

#include "spec/json_text.hpp"

#include <sizer/catalogue.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sizer {
namespace {

std::optional<std::uint64_t> whole(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

ObjectReader::ObjectReader(const Json& object, std::string origin, std::string pointer, std::vector<Problem>& problems)
    : m_object(object), m_origin(std::move(origin)), m_pointer(std::move(pointer)), m_problems(problems) {}

void ObjectReader::complain(Message what, std::string_view key, Statement mend, std::vector<NamedOperand> operands) {
    const std::string pointer = key.empty() ? m_pointer : m_pointer + "/" + pointer_step(key);
    m_problems.push_back({{what, std::move(operands)}, {m_origin, pointer}, std::move(mend)});
}

void ObjectReader::wrong_type(std::string_view key, std::string_view wanted) {
    complain(Message::wrong_type, key, {Message::mend_write_type, {{"wanted", std::string(wanted)}}},
             {{"wanted", std::string(wanted)}});
}

const ObjectReader::Json* ObjectReader::value(std::string_view key) {
    known(key);
    const auto found = m_object.find(key);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> ObjectReader::text(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return std::nullopt; }
    if (found->is_string()) { return found->get<std::string>(); }
    wrong_type(key, "a text");
    return std::nullopt;
}

std::string ObjectReader::required_text(std::string_view key) {
    const auto before = m_problems.size();
    auto found = text(key);
    if ((!found || found->empty()) && m_problems.size() == before) {
        complain(Message::missing_dimension, key, {}, {{"name", std::string(key)}});
    }
    return found.value_or("");
}

std::optional<std::uint64_t> ObjectReader::count(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return std::nullopt; }
    if (found->is_number_unsigned()) { return found->get<std::uint64_t>(); }
    wrong_type(key, "a whole number that is not negative");
    return std::nullopt;
}

std::optional<double> ObjectReader::number(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return std::nullopt; }
    if (found->is_number() && std::isfinite(found->get<double>()) && found->get<double>() >= 0) {
        return found->get<double>();
    }
    wrong_type(key, "a number that is not negative");
    return std::nullopt;
}

bool ObjectReader::flag(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return false; }
    if (found->is_boolean()) { return found->get<bool>(); }
    wrong_type(key, "true or false");
    return false;
}

std::vector<std::string> ObjectReader::texts(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return {}; }
    const bool all_texts = found->is_array() &&
                           std::all_of(found->begin(), found->end(), [](const Json& each) { return each.is_string(); });
    if (all_texts) { return found->get<std::vector<std::string>>(); }
    wrong_type(key, "an array of texts");
    return {};
}

std::vector<std::uint32_t> ObjectReader::counts(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return {}; }
    const auto fits = [](const Json& each) {
        return each.is_number_unsigned() && each.get<std::uint64_t>() <= UINT32_MAX;
    };
    if (found->is_array() && std::all_of(found->begin(), found->end(), fits)) {
        return found->get<std::vector<std::uint32_t>>();
    }
    wrong_type(key, "an array of whole numbers that are not negative");
    return {};
}

std::optional<ObjectReader> ObjectReader::object(std::string_view key) {
    const auto* found = value(key);
    if (found == nullptr) { return std::nullopt; }
    if (found->is_object()) { return ObjectReader(*found, m_origin, m_pointer + "/" + pointer_step(key), m_problems); }
    wrong_type(key, "an object");
    return std::nullopt;
}

std::optional<Ratio> ObjectReader::ratio(std::string_view key) {
    const auto written = text(key);
    if (!written) { return std::nullopt; }
    const auto slash = written->find('/');
    const auto numerator = whole(std::string_view(*written).substr(0, slash));
    const auto denominator = slash == std::string::npos ? std::optional<std::uint64_t>(1)
                                                        : whole(std::string_view(*written).substr(slash + 1));
    if (numerator && denominator && *denominator != 0) { return Ratio{*numerator, *denominator}; }
    wrong_type(key, "a fraction such as \"57/100\"");
    return std::nullopt;
}

std::size_t ObjectReader::choice(std::string_view key, std::initializer_list<std::string_view> names) {
    const auto written = text(key);
    if (!written) { return 0; }
    const auto found = std::find(names.begin(), names.end(), *written);
    if (found != names.end()) { return static_cast<std::size_t>(found - names.begin()); }
    complain(Message::unknown_choice, key, {Message::mend_choices, {{"names", joined(names)}}}, {{"name", *written}});
    return 0;
}

void ObjectReader::refuse_unknown_keys() {
    const std::vector<std::string_view> candidates(m_known.begin(), m_known.end());
    for (const auto& [key, unused] : m_object.items()) {
        if (std::find(m_known.begin(), m_known.end(), key) != m_known.end()) { continue; }
        const std::string near = joined(nearest_names(key, candidates));
        complain(Message::unknown_key, key,
                 near.empty() ? Statement{} : Statement{Message::mend_did_you_mean, {{"names", near}}},
                 {{"name", key}});
    }
}

}  // namespace sizer
