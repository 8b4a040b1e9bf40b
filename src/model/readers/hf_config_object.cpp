#include "model/readers/hf_config_object.hpp"

#include "model/readers/printable.hpp"
#include "spec/json_text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sizer {

using Json = nlohmann::ordered_json;

void HfProblems::add(std::string pointer, Statement what, Statement mend) {
    constexpr std::size_t k_most_problems = 20;  // a hostile file must not fill the screen
    if (m_problems.size() < k_most_problems) {
        m_problems.push_back({std::move(what), {m_file, std::move(pointer)}, std::move(mend)});
    }
}

void HfProblems::report() const {
    if (!m_problems.empty()) { throw InputError(m_problems); }
}

HfObject::HfObject(const Json& value, std::string pointer, HfProblems& problems)
    : m_value(&value), m_pointer(std::move(pointer)), m_problems(&problems) {}

const Json* HfObject::find(std::string_view key) const {
    const auto found = m_value->find(key);
    return found == m_value->end() || found->is_null() ? nullptr : &*found;
}

std::string HfObject::pointer(std::string_view key) const { return m_pointer + '/' + pointer_step(key); }

void HfObject::complain(std::string_view key, Statement what, Statement mend) const {
    m_problems->add(pointer(key), std::move(what), std::move(mend));
}

void HfObject::wrong_type(const std::string& pointer, const std::string& wanted) const {
    m_problems->add(pointer, {Message::wrong_type, {{"wanted", wanted}}},
                    {Message::mend_write_type, {{"wanted", wanted}}});
}

bool HfObject::has(std::string_view key) const { return find(key) != nullptr; }
bool HfObject::contains(std::string_view key) const { return m_value->contains(key); }

bool HfObject::is_array(std::string_view key) const {
    const auto* value = find(key);
    return value != nullptr && value->is_array();
}

bool HfObject::is_text(std::string_view key) const {
    const auto* value = find(key);
    return value != nullptr && value->is_string();
}

bool HfObject::is_object(std::string_view key) const {
    const auto* value = find(key);
    return value != nullptr && value->is_object();
}

std::optional<std::uint64_t> HfObject::whole_at(const std::string& pointer, const Json& value,
                                                std::uint64_t most) const {
    if (!value.is_number()) {
        wrong_type(pointer, "a whole number");
        return std::nullopt;
    }
    const auto text = printable(value.dump());
    const double real = value.get<double>();
    if (real < 0 || std::trunc(real) != real) {
        m_problems->add(pointer, {real < 0 ? Message::not_positive : Message::not_a_number, {{"text", text}}});
        return std::nullopt;
    }
    // Beyond 2^53 only an integer type is exact; every limit lies below.
    if (real > static_cast<double>(most)) {
        m_problems->add(pointer, {Message::number_too_large, {{"text", text}, {"most", most}}});
        return std::nullopt;
    }
    return value.is_number_float() ? static_cast<std::uint64_t>(real) : value.get<std::uint64_t>();
}

std::optional<std::uint64_t> HfObject::whole(std::string_view key, std::uint64_t most) const {
    const auto* value = find(key);
    return value == nullptr ? std::nullopt : whole_at(pointer(key), *value, most);
}

std::optional<double> HfObject::real(std::string_view key) const {
    const auto* value = find(key);
    if (value == nullptr) { return std::nullopt; }
    if (value->is_number()) { return value->get<double>(); }
    wrong_type(pointer(key), "a number");
    return std::nullopt;
}

std::optional<bool> HfObject::flag(std::string_view key) const {
    const auto* value = find(key);
    if (value == nullptr) { return std::nullopt; }
    if (value->is_boolean()) { return value->get<bool>(); }
    wrong_type(pointer(key), "true or false");
    return std::nullopt;
}

std::optional<std::string> HfObject::text(std::string_view key) const {
    const auto* value = find(key);
    if (value == nullptr) { return std::nullopt; }
    if (value->is_string()) { return printable(value->get_ref<const std::string&>()); }
    wrong_type(pointer(key), "a text");
    return std::nullopt;
}

std::optional<HfObject> HfObject::object(std::string_view key) const {
    const auto* value = find(key);
    if (value == nullptr) { return std::nullopt; }
    if (value->is_object()) { return HfObject(*value, pointer(key), *m_problems); }
    wrong_type(pointer(key), "an object");
    return std::nullopt;
}

const Json* HfObject::array(std::string_view key) const {
    const auto* value = find(key);
    if (value == nullptr || value->is_array()) { return value; }
    wrong_type(pointer(key), "an array");
    return nullptr;
}

std::vector<std::uint64_t> HfObject::wholes(std::string_view key, std::uint64_t most) const {
    std::vector<std::uint64_t> result;
    const auto* list = array(key);
    for (std::size_t n = 0; list != nullptr && n < list->size(); ++n) {
        const auto number = whole_at(pointer(key) + '/' + std::to_string(n), (*list)[n], most);
        if (!number) { return {}; }
        result.push_back(*number);
    }
    return result;
}

std::vector<std::string> HfObject::texts(std::string_view key) const {
    std::vector<std::string> result;
    const auto* list = array(key);
    for (std::size_t n = 0; list != nullptr && n < list->size(); ++n) {
        if (!(*list)[n].is_string()) {
            wrong_type(pointer(key) + '/' + std::to_string(n), "a text");
            return {};
        }
        result.push_back(printable((*list)[n].get_ref<const std::string&>()));
    }
    return result;
}

std::vector<HfObject> HfObject::objects(std::string_view key) const {
    std::vector<HfObject> result;
    const auto* list = array(key);
    for (std::size_t n = 0; list != nullptr && n < list->size(); ++n) {
        const auto at = pointer(key) + '/' + std::to_string(n);
        if (!(*list)[n].is_object()) {
            wrong_type(at, "an object");
            return {};
        }
        result.emplace_back((*list)[n], at, *m_problems);
    }
    return result;
}

std::vector<std::string> HfObject::keys() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : m_value->items()) { names.push_back(name); }
    return names;
}

HfDocument::HfDocument(std::string_view text, const std::string& file)
    : m_value(std::make_unique<const Json>(parse_json_text(text, file))), m_problems(file) {
    if (!m_value->is_object()) {
        throw InputError(Problem{
            {Message::wrong_type, {{"wanted", std::string("an object")}}}, {file, ""}, {Message::mend_write_object}});
    }
}

HfDocument::~HfDocument() = default;

HfObject HfDocument::root() { return {*m_value, "", m_problems}; }

}  // namespace sizer
