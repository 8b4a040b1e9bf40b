#include "model/readers/gguf.hpp"

#include "model/readers/gguf_split.hpp"
#include "model/readers/printable.hpp"
#include "model/readers/sha256.hpp"

#include <algorithm>
#include <bit>

namespace sizer {
namespace {

constexpr std::string_view k_magic = "GGUF";
/// An old Mixtral with its experts apart has some 30,000; the bound keeps a hostile file from filling memory.
constexpr std::uint64_t k_most_tensors = 1ULL << 20U;

void read_magic(GgufCursor& cursor) {
    const auto bytes = cursor.bytes();
    if (bytes.empty()) { cursor.refuse({Message::empty_file}, 0, Message::mend_download_again); }
    if (!looks_like_gguf(bytes)) {
        const std::string_view found(reinterpret_cast<const char*>(bytes.data()),
                                     std::min(bytes.size(), k_magic.size()));
        cursor.refuse({Message::not_gguf, {{"found", printable(found)}}}, 0, Message::mend_give_file);
    }
    cursor.skip(k_magic.size());
}

/// The version tells the byte order: versions are small, so one whose low half is empty was written the other way
/// round. Source: llama.cpp, ggml/src/gguf.cpp.
std::uint32_t read_version(GgufCursor& cursor) {
    const std::uint64_t start = cursor.offset();
    auto version = cursor.number<std::uint32_t>();
    if (version != 0 && (version & 0xFFFFU) == 0) {
        cursor.set_big_endian(true);
        version = __builtin_bswap32(version);
    }
    // Version 1 had 32-bit counts and was in use for two months of 2023; engines refuse it too.
    if (version != 2 && version != 3) {
        cursor.refuse({Message::gguf_bad_version, {{"version", std::uint64_t{version}}}}, start);
    }
    return version;
}

std::uint64_t read_tensor_count(GgufCursor& cursor) {
    const std::uint64_t start = cursor.offset();
    const auto count = cursor.number<std::uint64_t>();
    if (count > k_most_tensors) {
        cursor.refuse(
            {Message::bad_count, {{"name", std::string("tensor_count")}, {"count", count}, {"most", k_most_tensors}}},
            start, Message::mend_download_again);
    }
    return count;
}

std::uint64_t alignment_of(const GgufMetadata& metadata) {
    const GgufEntry* const entry = metadata.find("general.alignment");
    if (entry == nullptr) { return 32; }
    const auto value = metadata.integer("general.alignment", UINT32_MAX);
    if (entry->type != GgufValueType::uint32 || !std::has_single_bit(*value)) { metadata.refuse(*entry); }
    return *value;
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

/// where the data of the last tensor ends, in the file.
std::uint64_t data_end(const GgufHeader& header) {
    std::uint64_t end = 0;
    for (const auto& tensor : header.tensors) { end = std::max(end, tensor.data_offset + tensor.bytes); }
    return end == 0 ? 0 : header.data_begin + end;
}

/// The header without the elements of long arrays, in the file's order.
void add_header(Sha256& hash, const GgufHeader& header, const MappedFile& map) {
    constexpr std::uint64_t k_long_array = 4096;
    std::vector<GgufEntry> skipped;
    for (const auto& entry : header.metadata.entries()) {
        if (entry.is_array && entry.count > k_long_array) { skipped.push_back(entry); }
    }
    std::ranges::sort(skipped, {}, &GgufEntry::offset);
    std::uint64_t from = 0;
    for (const auto& entry : skipped) {
        hash.add(map.bytes().subspan(from, entry.offset - from));
        from = entry.end;
    }
    hash.add(map.bytes().subspan(from, header.header_bytes - from));
}

}  // namespace

bool looks_like_gguf(std::span<const std::byte> bytes) {
    return bytes.size() >= k_magic.size() && std::memcmp(bytes.data(), k_magic.data(), k_magic.size()) == 0;
}

GgufHeader read_gguf_header(std::span<const std::byte> bytes, const std::string& file) {
    GgufCursor cursor(bytes, file);
    read_magic(cursor);
    const std::uint32_t version = read_version(cursor);
    const std::uint64_t tensor_count = read_tensor_count(cursor);
    const auto pair_count = cursor.number<std::uint64_t>();
    GgufHeader header{.version = version, .metadata = GgufMetadata(cursor, pair_count), .tensors = {}};
    header.big_endian = cursor.big_endian();
    header.alignment = alignment_of(header.metadata);
    header.tensors = read_gguf_tensors(cursor, tensor_count);
    header.header_bytes = cursor.offset();
    header.data_begin = aligned(header.header_bytes, header.alignment);
    header.file_bytes = bytes.size();
    check_gguf_layout(cursor, header.tensors, header.alignment);
    header.data_missing = data_end(header) > header.file_bytes;
    return header;
}

GgufFile open_gguf(const std::filesystem::path& path) {
    const auto first = first_part(path);
    auto map = std::make_unique<const MappedFile>(first);
    GgufFile file{.path = first, .maps = {}, .header = read_gguf_header(map->bytes(), first.string())};
    file.maps.push_back(std::move(map));
    add_other_parts(file);
    return file;
}

std::string gguf_header_sha256(const GgufFile& file) {
    Sha256 hash;
    add_header(hash, file.header, *file.maps.front());
    for (std::size_t i = 0; i < file.other_parts.size(); ++i) {
        add_header(hash, file.other_parts[i], *file.maps[i + 1]);
    }
    return hash.hexadecimal();
}

}  // namespace sizer
