#include "catalog/generate_text.hpp"

#include <charconv>
#include <sstream>

namespace sizer {

std::string literal(std::string_view text) {
    constexpr unsigned k_octal_digit = 7;
    constexpr int k_octal_bits = 3;
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '?') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte > 0x7e) {
            out += '\\';
            for (int shift = 2 * k_octal_bits; shift >= 0; shift -= k_octal_bits) {
                out += static_cast<char>('0' + ((byte >> shift) & k_octal_digit));
            }
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string number(double value) {
    constexpr std::size_t k_room = 64;
    char buffer[k_room];
    const auto end = std::to_chars(buffer, buffer + k_room, value).ptr;
    std::string text(buffer, end);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string Pool::span(const std::vector<std::string>& items) {
    if (items.empty()) { return "{}"; }
    std::ostringstream out;
    out << "std::span<const " << m_type << ">(" << m_name << " + " << m_items.size() << ", " << items.size() << ")";
    m_items.insert(m_items.end(), items.begin(), items.end());
    return out.str();
}

std::string Pool::definition() const {
    if (m_items.empty()) { return {}; }
    std::string out = "constexpr " + m_type + " " + m_name + "[] = {\n";
    for (const auto& item : m_items) { out += "    " + item + ",\n"; }
    return out + "};\n\n";
}

std::vector<std::string> literals(std::span<const std::string_view> names) {
    std::vector<std::string> out;
    for (const auto name : names) { out.push_back(literal(name)); }
    return out;
}

std::string file_text(const std::string& pools, const std::string& row_type, const std::string& rows,
                      const std::string& index, const std::string& table) {
    return "#include \"catalog/tables.hpp\"\n\nnamespace sizer {\nnamespace {\n\n" + pools + "constexpr " + row_type +
           " k_rows[] = {\n" + rows + "};\n\n" + index + "}  // namespace\n\nconst Table<" + row_type + "> " + table +
           "{k_rows, k_index};\n";
}

}  // namespace sizer
