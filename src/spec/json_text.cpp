#include "spec/json_text.hpp"

#include <sizer/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& file, std::size_t byte, Statement what, Message mend) {
    throw InputError(Problem{std::move(what), {.name = file, .byte = byte}, {mend}});
}

/// bytes of the UTF-8 sequence that begins at `at`, 0 when it is none. Source: RFC 3629, section 4.
std::size_t utf8_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t n) {
        return at + n < text.size() ? static_cast<unsigned char>(text[at + n]) : 0U;
    };
    const auto follows = [&](std::size_t n, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(n) >= low && byte(n) <= high;
    };
    const unsigned first = byte(0);
    if (first < 0x80) { return 1; }
    if (first >= 0xC2 && first <= 0xDF) { return follows(1) ? 2 : 0; }
    if (first >= 0xE0 && first <= 0xEF) {
        return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool second = follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
        return second && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

/// Calls `visit(offset)` for every byte outside strings.
template <class Visit>
void outside_strings(std::string_view text, Visit&& visit) {
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string && c == '\\') {
            ++at;
        } else if (c == '"') {
            in_string = !in_string;
        } else if (!in_string) {
            visit(at);
        }
    }
}

void check_size(std::string_view text, const std::string& file) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw InputError(Problem{{Message::empty_file}, {file}, {Message::mend_write_object}});
    }
    if (text.size() > k_most_json_bytes) {
        throw InputError(Problem{
            {Message::file_too_large, {{"size", Bytes(text.size())}, {"most", Bytes(k_most_json_bytes)}}}, {file}, {}});
    }
}

void check_utf8(std::string_view text, const std::string& file) {
    for (std::size_t at = 0; at < text.size();) {
        const auto length = utf8_length(text, at);
        if (length == 0) { refuse(file, at, {Message::not_utf8}, Message::mend_save_utf8); }
        at += length;
    }
}

void check_depth(std::string_view text, const std::string& file) {
    std::size_t depth = 0;
    outside_strings(text, [&](std::size_t at) {
        const char c = text[at];
        if (c == '[' || c == '{') { ++depth; }
        if ((c == ']' || c == '}') && depth != 0) { --depth; }
        if (depth > k_most_json_depth) {
            refuse(file, at, {Message::nested_too_deeply, {{"most", std::uint64_t{k_most_json_depth}}}},
                   Message::mend_flatten);
        }
    });
}

/// Python's json module writes numbers that JSON has not, and published configs hold them ("time_step_limit": [0.0,
/// Infinity]). Each becomes an empty object of the same width, so that every byte keeps its offset.
std::string without_python_numbers(std::string_view text) {
    constexpr std::array<std::string_view, 3> k_names = {"-Infinity", "Infinity", "NaN"};
    std::string plain(text);
    outside_strings(text, [&](std::size_t at) {
        for (const auto name : k_names) {
            if (plain.compare(at, name.size(), name) == 0) {
                std::fill_n(plain.begin() + static_cast<std::ptrdiff_t>(at), name.size(), ' ');
                plain.replace(at, 2, "{}");
                return;
            }
        }
    });
    return plain;
}

/// Builds the value as it is parsed. The library's own builder looks every key of an object up among those before it,
/// and takes the last of two equal ones; here keys are appended, and compared once the object is complete.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(const std::string& file) : m_file(file) {}

    Json result;
    std::vector<Problem> problems;

    bool null() override { return add(Json()); }
    bool boolean(bool value) override { return add(Json(value)); }
    bool number_integer(number_integer_t value) override { return add(Json(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add(Json(value)); }
    bool number_float(number_float_t value, const std::string&) override { return add(Json(value)); }
    bool string(std::string& value) override { return add(Json(std::move(value))); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override {
        check_keys();
        m_open.pop_back();
        return true;
    }
    bool end_array() override {
        m_open.pop_back();
        return true;
    }
    bool key(std::string& name) override {
        m_key = std::move(name);
        return true;
    }
    bool parse_error(std::size_t read, const std::string& token, const nlohmann::detail::exception& error) override {
        constexpr int k_number_out_of_range = 406;  // the library's number of that error
        const Place where{.name = m_file, .byte = read == 0 ? 0 : read - 1};
        if (error.id == k_number_out_of_range) {
            problems.push_back({{Message::number_too_large, {{"text", token}, {"most", std::string("1.8e308")}}},
                                where,
                                {Message::mend_write_count}});
        } else {
            problems.push_back({{Message::not_json}, where, {Message::mend_write_object}});
        }
        return false;
    }

private:
    bool add(Json value) {
        if (++m_values > k_most_json_values) {
            problems.push_back({{Message::bad_count,
                                 {{"name", std::string("values")}, {"count", m_values}, {"most", k_most_json_values}}},
                                {m_file},
                                {}});
            return false;
        }
        if (m_open.empty()) {
            result = std::move(value);
        } else if (Json& parent = *m_open.back(); parent.is_array()) {
            parent.push_back(std::move(value));
        } else {
            parent.get_ref<Json::object_t&>().emplace_back(std::move(m_key), std::move(value));
        }
        return true;
    }
    bool open(Json container) {
        if (!add(std::move(container))) { return false; }
        m_open.push_back(m_open.empty() ? &result : last_of(*m_open.back()));
        return true;
    }
    static Json* last_of(Json& parent) {
        return parent.is_array() ? &parent.back() : &parent.get_ref<Json::object_t&>().back().second;
    }
    /// where the innermost open value stands.
    [[nodiscard]] std::string pointer() const {
        std::string text;
        for (std::size_t n = 0; n + 1 < m_open.size(); ++n) {
            const Json& parent = *m_open[n];
            text += '/' + (parent.is_array() ? std::to_string(parent.size() - 1)
                                             : pointer_step(parent.get_ref<const Json::object_t&>().back().first));
        }
        return text;
    }
    void check_keys() {
        constexpr std::size_t k_most_problems = 20;
        const auto& object = m_open.back()->get_ref<const Json::object_t&>();
        std::vector<std::string_view> names;
        names.reserve(object.size());
        for (const auto& [name, value] : object) { names.emplace_back(name); }
        std::ranges::sort(names);
        for (auto twice = std::ranges::adjacent_find(names); twice != names.end() && problems.size() < k_most_problems;
             twice = std::adjacent_find(twice + 1, names.end())) {
            problems.push_back({{Message::duplicate_key, {{"name", std::string(*twice)}}},
                                {m_file, pointer() + '/' + pointer_step(*twice)},
                                {Message::mend_remove_one}});
        }
    }

    const std::string& m_file;
    std::vector<Json*> m_open;  // the last of its parent, each: nothing moves while it is open
    std::string m_key;
    std::uint64_t m_values = 0;
};

}  // namespace

std::string pointer_step(std::string_view key) {
    std::string step;
    for (const char c : key) {
        switch (c) {
        case '~': step += "~0"; break;
        case '/': step += "~1"; break;
        default: step += c;
        }
    }
    return step;
}

Json parse_json_text(std::string_view text, const std::string& file) {
    check_size(text, file);
    check_utf8(text, file);
    check_depth(text, file);
    std::optional<std::string> plain;
    if (text.find("Infinity") != std::string_view::npos || text.find("NaN") != std::string_view::npos) {
        plain = without_python_numbers(text);
        text = *plain;
    }
    Builder builder(file);
    Json::sax_parse(text.begin(), text.end(), &builder);
    if (!builder.problems.empty()) { throw InputError(std::move(builder.problems)); }
    return std::move(builder.result);
}

}  // namespace sizer
