#include "model/readers/safetensors.hpp"

#include "model/readers/printable.hpp"
#include "model/readers/safetensors_dtype.hpp"
#include "spec/size_text.hpp"

#include <sizer/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace sizer {
namespace {

/// Source: safetensors' format description: "the header size is limited to 100 MB".
constexpr std::uint64_t k_most_header_bytes = 100'000'000;
constexpr std::uint64_t k_length_bytes = 8;

[[noreturn]] void refuse(const std::string& file, std::uint64_t offset, Statement what, Message mend) {
    throw InputError(Problem{std::move(what), {.name = file, .byte = offset}, {mend}});
}

std::uint64_t header_length(std::span<const std::byte> bytes) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    return length;
}

/// Takes the header as it is parsed: { name: { "dtype", "shape", "data_offsets" }, "__metadata__": {...} }. Nothing but
/// the tensors is kept. What does not fit that form ends the parse.
class HeaderHandler : public nlohmann::json_sax<nlohmann::json> {
public:
    std::vector<SafetensorsTensor> tensors;
    std::string bad_tensor;          ///< the name in which the form was broken
    std::size_t error_position = 0;  ///< of a syntax error
    bool syntax_error = false;

    bool start_object(std::size_t) override { return ++m_depth <= 2 || broken(); }
    bool end_object() override {
        if (m_depth == 2 && !m_in_metadata && !finish()) { return broken(); }
        --m_depth;
        return true;
    }
    bool key(std::string& text) override {
        if (m_depth == 1) { return begin(text); }
        m_field = text;
        return true;
    }
    bool start_array(std::size_t) override {
        return (m_depth == 2 && !m_in_metadata && !m_in_array && (m_in_array = true)) || broken();
    }
    bool end_array() override {
        m_in_array = false;
        return true;
    }
    bool string(std::string& text) override {
        if (m_in_metadata) { return true; }
        if (m_depth != 2 || m_field != "dtype") { return broken(); }
        m_tensor.dtype = text;
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (!m_in_array) { return broken(); }
        if (m_field == "shape") { return multiply(value); }
        if (m_field == "data_offsets" && m_offsets < 2) {
            (m_offsets++ == 0 ? m_tensor.begin : m_tensor.end) = value;
            return true;
        }
        return broken();
    }
    bool number_integer(number_integer_t) override { return broken(); }
    bool number_float(number_float_t, const std::string&) override { return broken(); }
    bool boolean(bool) override { return broken(); }
    bool null() override { return broken(); }
    bool binary(binary_t&) override { return broken(); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        syntax_error = true;
        error_position = position;
        return false;
    }

private:
    bool broken() {
        bad_tensor = m_tensor.name;
        return false;
    }
    bool begin(const std::string& name) {
        m_in_metadata = name == "__metadata__";
        m_tensor = {.name = name, .dtype = {}, .elements = 1};
        m_offsets = 0;
        return true;
    }
    bool multiply(std::uint64_t dimension) {
        return !__builtin_mul_overflow(m_tensor.elements, dimension, &m_tensor.elements) || broken();
    }
    bool finish() {
        if (m_tensor.dtype.empty() || m_offsets != 2) { return false; }
        tensors.push_back(std::move(m_tensor));
        return true;
    }

    int m_depth = 0;
    bool m_in_metadata = false;
    bool m_in_array = false;
    int m_offsets = 0;
    std::string m_field;
    SafetensorsTensor m_tensor;
};

std::vector<SafetensorsTensor> parse_header(std::span<const std::byte> header, const std::string& file) {
    const auto* const text = reinterpret_cast<const char*>(header.data());
    HeaderHandler handler;
    if (nlohmann::json::sax_parse(text, text + header.size(), &handler)) { return std::move(handler.tensors); }
    if (handler.syntax_error) {
        refuse(file, k_length_bytes + handler.error_position, {Message::not_json}, Message::mend_download_again);
    }
    refuse(file, k_length_bytes, {Message::bad_value, {{"name", printable(handler.bad_tensor)}}},
           Message::mend_convert_again);
}

void check_size(const SafetensorsTensor& tensor, const std::string& file) {
    const auto about = [&](Message id) { return Statement{id, {{"name", printable(tensor.name)}}}; };
    const std::uint32_t bits = safetensors_dtype_bits(tensor.dtype);
    if (bits == 0) {
        auto what = about(Message::tensor_bad_type);
        what.operands.push_back({"type", printable(tensor.dtype)});
        refuse(file, k_length_bytes, std::move(what), Message::mend_convert_again);
    }
    const bool ordered = tensor.begin <= tensor.end && tensor.end <= k_most_bytes;
    const bool whole = tensor.elements <= k_most_bytes && (tensor.elements * bits + 7) / 8 == tensor.end - tensor.begin;
    if (!ordered || !whole) {
        auto what = about(ordered ? Message::tensor_bad_shape : Message::tensor_bad_offset);
        if (!ordered) { what.operands.push_back({"offset", tensor.begin}); }
        refuse(file, k_length_bytes, std::move(what), Message::mend_download_again);
    }
}

/// Tensors in the order of their data; throws where two share a name or bytes.
void check_layout(std::vector<SafetensorsTensor>& tensors, const std::string& file) {
    std::ranges::sort(tensors, {}, &SafetensorsTensor::name);
    const auto twice = std::ranges::adjacent_find(tensors, {}, &SafetensorsTensor::name);
    if (twice != tensors.end()) {
        refuse(file, k_length_bytes, {Message::duplicate_tensor, {{"name", printable(twice->name)}}},
               Message::mend_convert_again);
    }
    std::ranges::sort(tensors, {}, [](const SafetensorsTensor& tensor) { return std::pair(tensor.begin, tensor.end); });
    const auto over = std::ranges::adjacent_find(
        tensors, [](const SafetensorsTensor& a, const SafetensorsTensor& b) { return a.end > b.begin; });
    if (over == tensors.end()) { return; }
    refuse(file, k_length_bytes,
           {Message::tensor_overlap, {{"name", printable(std::next(over)->name)}, {"other", printable(over->name)}}},
           Message::mend_download_again);
}

}  // namespace

bool looks_like_safetensors(std::span<const std::byte> bytes) {
    if (bytes.size() <= k_length_bytes || bytes[k_length_bytes] != std::byte{'{'}) { return false; }
    const std::uint64_t length = header_length(bytes);
    return length >= 2 && length <= k_most_header_bytes;
}

SafetensorsHeader read_safetensors_header(std::span<const std::byte> bytes, const std::string& file) {
    if (bytes.empty()) { refuse(file, 0, {Message::empty_file}, Message::mend_download_again); }
    const auto cut = [&](std::uint64_t wanted, std::uint64_t offset) {
        refuse(file, offset, {Message::file_cut, {{"wanted", Bytes(wanted)}, {"left", Bytes(bytes.size() - offset)}}},
               Message::mend_download_again);
    };
    if (bytes.size() < k_length_bytes) { cut(k_length_bytes, 0); }
    const std::uint64_t length = header_length(bytes);
    if (length > k_most_header_bytes) {
        refuse(
            file, 0,
            {Message::bad_count, {{"name", std::string("header")}, {"count", length}, {"most", k_most_header_bytes}}},
            Message::mend_give_file);
    }
    if (length > bytes.size() - k_length_bytes) { cut(length, k_length_bytes); }
    SafetensorsHeader header;
    header.tensors = parse_header(bytes.subspan(k_length_bytes, length), file);
    header.header_bytes = k_length_bytes + length;
    for (const auto& tensor : header.tensors) { check_size(tensor, file); }
    check_layout(header.tensors, file);
    const std::uint64_t data_end = header.tensors.empty() ? 0 : header.tensors.back().end;
    header.data_missing = data_end > bytes.size() - header.header_bytes;
    return header;
}

}  // namespace sizer
