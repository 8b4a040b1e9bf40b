#include "catalog/ggml_types.hpp"

#include "catalog/tables.hpp"

#include <sizer/catalogue.hpp>

#include <algorithm>

namespace sizer {
namespace {

const GgmlType* find(std::span<const GgmlType> types, std::uint32_t id) {
    const auto found = std::ranges::lower_bound(types, id, {}, &GgmlType::id);
    return found != types.end() && found->id == id ? &*found : nullptr;
}

/// Plain 16 and 32 bits are spelled otherwise in these files: "F16" for fp16.
std::string_view plain_type_name(const FormatRow& row) {
    const auto named = [](std::string_view name) {
        return std::ranges::find(k_ggml_types, normalised_name(name),
                                 [](const GgmlType& type) { return normalised_name(type.name); });
    };
    for (const auto alias : row.aliases) {
        if (const auto type = named(alias); type != k_ggml_types.end()) { return type->name; }
    }
    const auto type = named(row.id);
    return type == k_ggml_types.end() ? row.id : type->name;
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
    if (found == k_format_table.rows.end()) { return {}; }
    return found->packing == Packing::uniform ? plain_type_name(*found) : found->id;
}

}  // namespace sizer
