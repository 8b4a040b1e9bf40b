#include "model/readers/safetensors_index.hpp"

#include "model/readers/mapped_file.hpp"
#include "model/readers/printable.hpp"
#include "spec/size_text.hpp"

#include <sizer/error.hpp>

#include <nlohmann/json.hpp>

#include <set>

namespace sizer {
namespace {

/// Keeps the files that the map names and the total; the names of the tensors, a hundred thousand of them in the
/// largest models, go by.
class IndexHandler : public nlohmann::json_sax<nlohmann::json> {
public:
    std::set<std::string> files;
    std::optional<std::uint64_t> total_size;
    bool has_map = false;
    std::optional<std::string> bad_name;
    std::optional<std::size_t> error_position;

    bool start_object(std::size_t) override {
        ++m_depth;
        return true;
    }
    bool end_object() override {
        --m_depth;
        return true;
    }
    bool key(std::string& text) override {
        if (m_depth == 1) { m_section = text; }
        if (m_depth == 2) { m_field = text; }
        has_map = has_map || (m_depth == 1 && text == "weight_map");
        return true;
    }
    bool string(std::string& text) override {
        if (m_depth != 2 || m_section != "weight_map") { return true; }
        if (text.empty() || text.find('/') != std::string::npos || text == "." || text == "..") {
            bad_name = printable(m_field);
            return false;
        }
        files.insert(text);
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (m_depth == 2 && m_section == "metadata" && m_field == "total_size" && value <= k_most_bytes) {
            total_size = value;
        }
        return true;
    }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_float(number_float_t value, const std::string&) override {
        // Some exporters write the total as 1.6e10.
        const bool whole = value >= 0 && value <= static_cast<double>(k_most_bytes);
        return !whole || number_unsigned(static_cast<number_unsigned_t>(value));
    }
    bool boolean(bool) override { return true; }
    bool null() override { return true; }
    bool binary(binary_t&) override { return true; }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        error_position = position;
        return false;
    }

private:
    int m_depth = 0;
    std::string m_section;
    std::string m_field;
};

}  // namespace

SafetensorsIndex read_safetensors_index(const std::filesystem::path& path) {
    const MappedFile map(path);
    const auto* const text = reinterpret_cast<const char*>(map.bytes().data());
    IndexHandler handler;
    const bool parsed = !map.bytes().empty() && nlohmann::json::sax_parse(text, text + map.bytes().size(), &handler);
    Place where{.name = path.string()};
    if (handler.bad_name) {
        where.pointer = "/weight_map/" + *handler.bad_name;
        throw InputError(
            Problem{{Message::bad_value, {{"name", *handler.bad_name}}}, where, {Message::mend_download_again}});
    }
    if (!parsed) {
        where.byte = handler.error_position.value_or(0);
        throw InputError(Problem{{Message::not_json}, where, {Message::mend_download_again}});
    }
    if (!handler.has_map) {
        throw InputError(
            Problem{{Message::missing_key, {{"name", std::string("weight_map")}}}, where, {Message::mend_give_file}});
    }
    SafetensorsIndex index{.files = {handler.files.begin(), handler.files.end()}};
    if (handler.total_size) { index.total_size = Bytes(*handler.total_size); }
    return index;
}

}  // namespace sizer
