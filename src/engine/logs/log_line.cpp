#include "engine/logs/log_line.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>

namespace sizer {
namespace {

constexpr std::uint64_t k_ten = 10;
constexpr std::uint64_t k_most_number = 9'007'199'254'740'992;  // 2^53: exact in every JSON reader
constexpr std::uint64_t k_most_scale = 1'000'000;               // engines print at most six decimals

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

[[noreturn]] void refuse(std::string_view text, const LogLine& line) {
    constexpr std::size_t k_shown = 24;
    throw InputError(Problem{{Message::log_bad_number, {{"text", std::string(trimmed(text).substr(0, k_shown))}}},
                             {line.file, {}, {}, line.number},
                             {Message::mend_log_number}});
}

/// A decimal number: digits / scale, and what follows it.
struct Decimal {
    std::uint64_t digits = 0;
    std::uint64_t scale = 1;
    std::string_view rest;
};

Decimal decimal_at(std::string_view text, const LogLine& line) {
    const std::string_view whole = text;
    Decimal number;
    text = trimmed(text);
    bool fraction = false;
    bool any = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        const char c = text.front();
        const bool digit_follows = text.size() > 1 && is_digit(text[1]);
        if (is_digit(c)) {
            // A number beyond all memory is a damaged log, not a quantity.
            if (number.digits > k_most_number / k_ten) { refuse(whole, line); }
            if (fraction && number.scale >= k_most_scale) { continue; }
            number.digits = number.digits * k_ten + static_cast<std::uint64_t>(c - '0');
            number.scale *= fraction ? k_ten : 1;
            any = true;
        } else if (c == '.' && !fraction && any && digit_follows) {
            fraction = true;
        } else if (c != ',' || fraction || !any || !digit_follows) {
            break;
        }
    }
    if (!any) { refuse(whole, line); }
    number.rest = text;
    return number;
}

struct Unit {
    std::string_view name;
    std::uint64_t bytes;
};
constexpr std::uint64_t k_kib = 1ULL << 10U;
constexpr std::uint64_t k_mib = 1ULL << 20U;
constexpr std::uint64_t k_gib = 1ULL << 30U;
constexpr std::uint64_t k_tib = 1ULL << 40U;
constexpr std::array k_units = {Unit{"KiB", k_kib}, Unit{"MiB", k_mib}, Unit{"GiB", k_gib}, Unit{"TiB", k_tib}};
constexpr std::array k_binary = {Unit{"KB", k_kib}, Unit{"MB", k_mib}, Unit{"GB", k_gib}, Unit{"B", 1}};
constexpr std::array k_decimal = {Unit{"KB", 1'000}, Unit{"MB", 1'000'000}, Unit{"GB", 1'000'000'000}, Unit{"B", 1}};

std::optional<std::uint64_t> unit_at(std::string_view text, Gigabyte gigabyte) {
    const auto match = [&](const Unit& unit) { return text.starts_with(unit.name); };
    if (const auto* unit = std::find_if(k_units.begin(), k_units.end(), match); unit != k_units.end()) {
        return unit->bytes;
    }
    const auto& others = gigabyte == Gigabyte::binary ? k_binary : k_decimal;
    const auto* unit = std::find_if(others.begin(), others.end(), match);
    return unit == others.end() ? std::nullopt : std::optional(unit->bytes);
}

/// digits x unit / scale, to the nearest.
LogNumber scaled(const Decimal& number, std::uint64_t unit, std::string_view text, const LogLine& line) {
    __extension__ using Wide = unsigned __int128;
    const Wide value = (static_cast<Wide>(number.digits) * unit + number.scale / 2) / number.scale;
    if (value > k_most_number) { refuse(text, line); }
    const std::uint64_t half_digit = (unit + 2 * number.scale - 1) / (2 * number.scale);
    // Whole bytes and counts are not rounded.
    const bool exact = unit == 1 && number.scale == 1;
    return {static_cast<std::uint64_t>(value), exact ? 0 : half_digit, line.number};
}

/// UTF-16, little end first, as PowerShell redirects: what is not ASCII is no part of a number or a name.
std::string narrowed(std::string_view text) {
    constexpr char k_other = '?';
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) { bytes += text[i + 1] == 0 ? text[i] : k_other; }
    return bytes;
}

}  // namespace

std::optional<std::string_view> LogLine::after(std::string_view mark) const {
    const auto found = text.find(mark);
    if (found == std::string_view::npos) { return std::nullopt; }
    return text.substr(found + mark.size());
}

std::string_view LogLine::word_before(std::string_view mark) const {
    auto before = text.substr(0, text.find(mark));
    const auto last = before.find_last_not_of(' ');
    before = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
    const auto blank = before.rfind(' ');
    return blank == std::string_view::npos ? before : before.substr(blank + 1);
}

LogNumber size_at(std::string_view text, const LogLine& line, Gigabyte gigabyte) {
    const Decimal number = decimal_at(text, line);
    const auto unit = unit_at(trimmed(number.rest), gigabyte);
    if (!unit) { refuse(text, line); }
    return scaled(number, *unit, text, line);
}

LogNumber count_at(std::string_view text, const LogLine& line) {
    const Decimal number = decimal_at(text, line);
    if (number.scale != 1) { refuse(text, line); }
    return scaled(number, 1, text, line);
}

LogNumber hundredths_at(std::string_view text, const LogLine& line) {
    constexpr std::uint64_t k_hundred = 100;
    return scaled(decimal_at(text, line), k_hundred, text, line);
}

std::string word_at(std::string_view text) {
    constexpr std::size_t k_longest = 32;
    text = trimmed(text);
    if (!text.empty() && (text.front() == '\'' || text.front() == '"')) { text.remove_prefix(1); }
    const auto safe = [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '-';
    };
    const auto* const end = std::find_if_not(text.begin(), text.end(), safe);
    return std::string(text.begin(), end).substr(0, k_longest);
}

LogNumber sum(const LogNumber& total, const LogNumber& part) {
    return {checked_add(total.value, part.value), checked_add(total.rounding, part.rounding),
            total.line == 0 ? part.line : std::min(total.line, part.line)};
}

std::string plain_text(std::string_view text) {
    constexpr char k_escape = '\x1b';
    constexpr unsigned char k_first_printable = 0x20;
    std::string wide;
    if (text.starts_with("\xFF\xFE")) {
        wide = narrowed(text.substr(2));
        text = wide;
    }
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == k_escape && i + 1 < text.size() && text[i + 1] == '[') {
            // A control sequence ends with a letter; parameters are digits and semicolons.
            for (i += 2; i < text.size() && (is_digit(text[i]) || text[i] == ';');) { ++i; }
        } else if (text[i] == '\n' || text[i] == '\t' || static_cast<unsigned char>(text[i]) >= k_first_printable) {
            plain += text[i];
        }
    }
    return plain;
}

}  // namespace sizer
