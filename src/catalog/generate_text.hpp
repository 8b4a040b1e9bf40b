#pragma once

// Only the build-time generator includes this header.

#include "catalog/rows_json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// a C++ string literal: octal escapes for everything outside printable ASCII, so that no byte can be misread.
[[nodiscard]] std::string literal(std::string_view text);

/// a C++ floating-point literal that reads back as the same value.
[[nodiscard]] std::string number(double value);

[[nodiscard]] std::vector<std::string> literals(std::span<const std::string_view> names);

/// One array of a table file that rows point into by position.
class Pool {
public:
    Pool(std::string type, std::string name) : m_type(std::move(type)), m_name(std::move(name)) {}

    /// appends the items; the C++ expression that spans them.
    std::string span(const std::vector<std::string>& items);

    [[nodiscard]] std::string definition() const;

private:
    std::string m_type;
    std::string m_name;
    std::vector<std::string> m_items;
};

template <class Row>
std::string index_text(const std::vector<Row>& rows, OwnedRows& owned) {
    std::string out = "constexpr NameEntry k_index[] = {\n";
    for (const auto& entry : name_index(std::span<const Row>(rows), owned)) {
        out += "    {" + literal(entry.name) + ", " + std::to_string(entry.row) + "},\n";
    }
    return out + "};\n\n";
}

/// one table's file, up to the end of its namespace.
[[nodiscard]] std::string file_text(const std::string& pools, const std::string& row_type, const std::string& rows,
                                    const std::string& index, const std::string& table);

/// the table of engines.
[[nodiscard]] std::string engines_text(OwnedRows& owned);

}  // namespace sizer
