#pragma once

// Only rows_json.cpp includes this header: it brings the JSON library.

#include "spec/object_reader.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace sizer {

// Beyond these a number in a row is a mistake; they also keep every conversion below within its type.
inline constexpr std::uint64_t k_most_block = 1U << 20U;  // elements or bytes of a block, weights of a group
inline constexpr std::uint64_t k_most_bits_tenths = 640;
inline constexpr std::uint64_t k_most_lever = 100;
inline constexpr std::uint64_t k_most_perplexity = 1'000'000;  // in tenths of a per cent
inline constexpr std::uint64_t k_most_file_type = 100'000;
inline constexpr std::uint64_t k_most_watts_or_dollars = 1'000'000'000;
inline constexpr std::uint64_t k_last_rung = 3;
inline constexpr std::uint64_t k_most_devices = 1024;

/// complains that the row has no `key`.
inline void missing(ObjectReader& reader, std::string_view key) {
    reader.complain(Message::missing_key, key, {}, {{"name", std::string(key)}});
}

/// Keys that are only shown, with the row: where it comes from and what else is known of it.
inline void only_shown(ObjectReader& reader, std::initializer_list<std::string_view> keys) {
    for (const auto key : keys) { reader.known(key); }
    if (reader.value("sources") == nullptr) {
        missing(reader, "sources");
    } else if (reader.texts("sources").empty() && reader.value("sources")->is_array()) {
        reader.wrong_type("sources", "an array of at least one text");
    }
}

/// `value`, the one at `key`, unless it exceeds `most`: then 0 and a complaint.
template <class Number>
Number within(ObjectReader& reader, std::string_view key, Number value, std::uint64_t most) {
    if (value <= static_cast<Number>(most)) { return value; }
    reader.complain(Message::number_too_large, key, {Message::mend_smaller_numbers},
                    {{"text", reader.value(key)->dump()}, {"most", most}});
    return {};
}

/// a count of at most `most`, which fits 32 bits; 0 when absent.
inline std::uint32_t small_count(ObjectReader& reader, std::string_view key, std::uint64_t most) {
    return static_cast<std::uint32_t>(within(reader, key, reader.count(key).value_or(0), most));
}

/// a number, rounded down, of at most `most`, which fits 32 bits; 0 when absent.
inline std::uint32_t small_number(ObjectReader& reader, std::string_view key, std::uint64_t most) {
    return static_cast<std::uint32_t>(within(reader, key, reader.number(key).value_or(0), most));
}

/// a count of at most `most`; 0 when absent.
inline std::uint64_t large_count(ObjectReader& reader, std::string_view key, std::uint64_t most) {
    return within(reader, key, reader.count(key).value_or(0), most);
}

}  // namespace sizer
