#include "model/readers/gguf_split.hpp"

#include "model/readers/printable.hpp"

#include <algorithm>
#include <cstdio>
#include <unordered_set>

namespace sizer {
namespace {

/// The largest models come in a few dozen parts.
constexpr std::uint64_t k_most_parts = 1024;
constexpr std::string_view k_extension = ".gguf";
constexpr std::size_t k_suffix_length = std::string_view("-00001-of-00003").size();

bool is_digits(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// the name without "-00001-of-00003.gguf"; empty when it is not named so.
std::string stem_of_part(const std::string& name) {
    if (!name.ends_with(k_extension) || name.size() < k_suffix_length + k_extension.size()) { return {}; }
    const std::string_view whole(name);
    const std::size_t stem = name.size() - k_extension.size() - k_suffix_length;
    const std::string_view suffix = whole.substr(stem, k_suffix_length);
    const bool matches = suffix[0] == '-' && is_digits(suffix.substr(1, 5)) && suffix.substr(6, 4) == "-of-" &&
                         is_digits(suffix.substr(10, 5));
    return matches ? std::string(whole.substr(0, stem)) : std::string();
}

std::string numbered(const std::string& stem, std::uint64_t number, std::uint64_t count) {
    std::array<char, 64> suffix{};
    std::snprintf(suffix.data(), suffix.size(), "-%05llu-of-%05llu", static_cast<unsigned long long>(number),
                  static_cast<unsigned long long>(count));
    return stem + suffix.data() + std::string(k_extension);
}

void refuse_tensors_twice(const GgufFile& file) {
    if (file.other_parts.empty()) { return; }
    std::unordered_set<std::string_view> names;
    const auto add = [&](const GgufHeader& header, const MappedFile& map) {
        for (const auto& tensor : header.tensors) {
            if (names.insert(tensor.name).second) { continue; }
            throw InputError(Problem{{Message::duplicate_tensor, {{"name", printable(tensor.name)}}},
                                     {.name = map.path().string(), .byte = tensor.info_offset},
                                     {Message::mend_download_again}});
        }
    };
    add(file.header, *file.maps.front());
    for (std::size_t i = 0; i < file.other_parts.size(); ++i) { add(file.other_parts[i], *file.maps[i + 1]); }
}

}  // namespace

std::filesystem::path first_part(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const std::string stem = stem_of_part(name);
    if (stem.empty()) { return path; }
    const std::string count = name.substr(name.size() - k_extension.size() - 5, 5);
    auto first = path.parent_path() / (stem + "-00001-of-" + count + std::string(k_extension));
    return stands_at(first) ? first : path;
}

std::filesystem::path part_path(const std::filesystem::path& first, std::uint64_t number, std::uint64_t count) {
    const std::string name = first.filename().string();
    std::string stem = stem_of_part(name);
    if (stem.empty()) { stem = first.stem().string(); }
    return first.parent_path() / numbered(stem, number, count);
}

void add_other_parts(GgufFile& file) {
    const auto& metadata = file.header.metadata;
    file.part_count = std::max<std::uint64_t>(1, metadata.integer("split.count", k_most_parts).value_or(1));
    const std::uint64_t own = metadata.integer("split.no", k_most_parts).value_or(0);
    for (std::uint64_t number = 1; number <= file.part_count; ++number) {
        if (number == own + 1) { continue; }
        const auto path = part_path(file.path, number, file.part_count);
        if (!stands_at(path)) {
            file.missing_parts.push_back(path.filename().string());
            continue;
        }
        auto map = std::make_unique<const MappedFile>(path);
        file.other_parts.push_back(read_gguf_header(map->bytes(), path.string()));
        file.maps.push_back(std::move(map));
    }
    refuse_tensors_twice(file);
}

}  // namespace sizer
