#include "model/readers/gguf_metadata.hpp"

#include "model/readers/printable.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

/// Source: GGUF specification: keys are at most 2^16-1 bytes.
constexpr std::uint64_t k_longest_key = 65535;
/// Real files have some fifty; the bound keeps a hostile file from filling memory.
constexpr std::uint64_t k_most_keys = 65536;
/// key length, one letter, type, one byte of value.
constexpr std::uint64_t k_smallest_pair = 8 + 1 + 4 + 1;
constexpr std::uint64_t k_most_read_elements = 4096;
/// Vocabularies have up to 300,000 strings and their merges some 600,000. Walking more would take longer than anybody
/// waits for a header.
constexpr std::uint64_t k_most_strings = 1ULL << 22U;

/// bytes of one value of a fixed-width type; 0 for strings and arrays.
constexpr std::array<std::uint32_t, 13> k_widths = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

std::uint32_t width(GgufValueType type) { return k_widths[static_cast<std::size_t>(type)]; }

bool is_signed(GgufValueType type) {
    return type == GgufValueType::int8 || type == GgufValueType::int16 || type == GgufValueType::int32 ||
           type == GgufValueType::int64;
}

bool is_integer(GgufValueType type) {
    return type != GgufValueType::float32 && type != GgufValueType::float64 && type != GgufValueType::string &&
           type != GgufValueType::boolean;
}

std::uint64_t unsigned_value(GgufCursor& cursor, std::uint32_t bytes) {
    switch (bytes) {
    case 1: return cursor.number<std::uint8_t>();
    case 2: return cursor.number<std::uint16_t>();
    case 4: return cursor.number<std::uint32_t>();
    default: return cursor.number<std::uint64_t>();
    }
}

Statement about(Message id, std::string_view key) { return {id, {{"name", printable(key)}}}; }

std::string_view read_key(GgufCursor& cursor) {
    const std::uint64_t start = cursor.offset();
    const std::string_view key = cursor.text();
    if (key.empty() || key.size() > k_longest_key) { cursor.refuse(about(Message::bad_name, key), start); }
    return key;
}

GgufValueType read_type(GgufCursor& cursor, std::string_view key) {
    const std::uint64_t start = cursor.offset();
    const auto number = cursor.number<std::uint32_t>();
    if (number >= k_widths.size()) { cursor.refuse(about(Message::bad_value, key), start); }
    return static_cast<GgufValueType>(number);
}

void skip_strings(GgufCursor& cursor, const GgufEntry& entry) {
    if (entry.count > k_most_strings) {
        cursor.refuse(
            {Message::bad_count, {{"name", printable(entry.key)}, {"count", entry.count}, {"most", k_most_strings}}},
            entry.offset);
    }
    cursor.skip_texts(entry.count);
}

}  // namespace

GgufMetadata::GgufMetadata(GgufCursor& cursor, std::uint64_t count) : m_source(cursor) {
    if (count > k_most_keys) {
        // The count is the last number of the fixed header.
        cursor.refuse(
            {Message::bad_count, {{"name", std::string("metadata_kv_count")}, {"count", count}, {"most", k_most_keys}}},
            cursor.offset() - sizeof(std::uint64_t), Message::mend_download_again);
    }
    // Never more than the file can hold, whatever it claims.
    m_entries.reserve(std::min(count, cursor.left() / k_smallest_pair));
    for (std::uint64_t i = 0; i < count; ++i) {
        GgufEntry entry;
        entry.key = read_key(cursor);
        entry.type = read_type(cursor, entry.key);
        read_value(cursor, entry);
        entry.end = cursor.offset();
        m_entries.push_back(entry);
    }
    std::ranges::sort(m_entries, {}, &GgufEntry::key);
    refuse_duplicates();
}

void GgufMetadata::read_value(GgufCursor& cursor, GgufEntry& entry) const {
    if (entry.type == GgufValueType::array) {
        const std::uint64_t start = cursor.offset();
        entry.is_array = true;
        entry.type = read_type(cursor, entry.key);
        // The specification allows arrays of arrays; no engine reads them and no converter writes them.
        if (entry.type == GgufValueType::array) { cursor.refuse(about(Message::bad_value, entry.key), start); }
        entry.count = cursor.number<std::uint64_t>();
    }
    entry.offset = cursor.offset();
    if (entry.type == GgufValueType::string) { return skip_strings(cursor, entry); }
    cursor.skip_elements(entry.count, width(entry.type));
    if (entry.type == GgufValueType::boolean && !entry.is_array) { static_cast<void>(whole_number(entry, 0, 1)); }
}

void GgufMetadata::refuse_duplicates() const {
    const auto twice = std::ranges::adjacent_find(m_entries, {}, &GgufEntry::key);
    if (twice == m_entries.end()) { return; }
    const auto offset = std::max(twice->offset, std::next(twice)->offset);
    m_source.refuse(about(Message::duplicate_key, twice->key), offset);
}

const GgufEntry* GgufMetadata::find(std::string_view key) const {
    const auto found = std::ranges::lower_bound(m_entries, key, {}, &GgufEntry::key);
    return found == m_entries.end() || found->key != key ? nullptr : &*found;
}

std::uint64_t GgufMetadata::whole_number(const GgufEntry& entry, std::uint64_t index, std::uint64_t most) const {
    GgufCursor cursor = m_source;
    const std::uint32_t bytes = width(entry.type);
    cursor.seek(entry.offset + index * bytes);
    const std::uint64_t value = unsigned_value(cursor, bytes);
    const bool negative = is_signed(entry.type) && ((value >> (8 * bytes - 1)) & 1U) != 0;
    if (negative || value > most) { refuse(entry); }
    return value;
}

std::optional<std::uint64_t> GgufMetadata::integer(std::string_view key, std::uint64_t most) const {
    const GgufEntry* const entry = find(key);
    if (entry == nullptr) { return std::nullopt; }
    if (entry->is_array || !is_integer(entry->type)) { refuse(*entry); }
    return whole_number(*entry, 0, most);
}

std::vector<std::uint64_t> GgufMetadata::integers(std::string_view key, std::uint64_t most) const {
    const GgufEntry* const entry = find(key);
    if (entry == nullptr) { return {}; }
    const bool boolean = entry->type == GgufValueType::boolean;
    if ((!is_integer(entry->type) && !boolean) || entry->count > k_most_read_elements) { refuse(*entry); }
    std::vector<std::uint64_t> values;
    values.reserve(entry->count);
    for (std::uint64_t i = 0; i < entry->count; ++i) { values.push_back(whole_number(*entry, i, boolean ? 1 : most)); }
    return values;
}

std::optional<bool> GgufMetadata::boolean(std::string_view key) const {
    const GgufEntry* const entry = find(key);
    if (entry == nullptr) { return std::nullopt; }
    if (entry->is_array || entry->type != GgufValueType::boolean) { refuse(*entry); }
    return whole_number(*entry, 0, 1) != 0;
}

std::optional<std::string> GgufMetadata::text(std::string_view key) const {
    const GgufEntry* const entry = find(key);
    if (entry == nullptr) { return std::nullopt; }
    if (entry->is_array || entry->type != GgufValueType::string) { refuse(*entry); }
    GgufCursor cursor = m_source;
    cursor.seek(entry->offset);
    return printable(cursor.text());
}

std::optional<std::uint64_t> GgufMetadata::length(std::string_view key) const {
    const GgufEntry* const entry = find(key);
    if (entry == nullptr || !entry->is_array) { return std::nullopt; }
    return entry->count;
}

void GgufMetadata::refuse(const GgufEntry& entry) const {
    m_source.refuse(about(Message::bad_value, entry.key), entry.offset);
}

}  // namespace sizer
