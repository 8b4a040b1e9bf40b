#include "catalog/ggml_types.hpp"

#include "catalog/tables.hpp"

#include <algorithm>

namespace sizer {
namespace {

const GgmlType* find(std::span<const GgmlType> types, std::uint32_t id) {
    const auto found = std::ranges::lower_bound(types, id, {}, &GgmlType::id);
    return found != types.end() && found->id == id ? &*found : nullptr;
}

}  // namespace

std::span<const GgmlType> ggml_types() { return k_ggml_types; }

const GgmlType* ggml_type(std::uint32_t id) { return find(k_ggml_types, id); }

std::string_view removed_ggml_type(std::uint32_t id) {
    const auto* type = find(k_removed_ggml_types, id);
    return type == nullptr ? std::string_view{} : type->name;
}

std::string_view gguf_file_type_name(std::uint64_t number) {
    // Names that people derived from a file type (Q4_K_L) share its number and come after it.
    const auto found = std::ranges::find_if(k_format_table.rows, [&](const FormatRow& row) {
        return row.gguf_file_type >= 0 && static_cast<std::uint64_t>(row.gguf_file_type) == number;
    });
    return found == k_format_table.rows.end() ? std::string_view{} : found->id;
}

}  // namespace sizer
