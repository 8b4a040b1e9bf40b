#include "spec/size_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

namespace sizer {
namespace {

/// A decimal number as written, before its unit: digits x 10^exponent.
struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
    std::string_view rest;
};

constexpr int k_most_exponent = 30;
constexpr std::uint64_t k_ten = 10;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads "70", "7.5", "70e9"; nothing when there is no digit or too many of them.
std::optional<Decimal> read_decimal(std::string_view text) {
    Decimal number;
    std::size_t at = 0;
    bool any = false;
    bool fraction = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !fraction) {
            fraction = true;
        } else if (is_digit(c)) {
            std::uint64_t next = 0;
            if (__builtin_mul_overflow(number.digits, k_ten, &next) ||
                __builtin_add_overflow(next, static_cast<std::uint64_t>(c - '0'), &next)) {
                return std::nullopt;
            }
            number.digits = next;
            number.exponent -= fraction ? 1 : 0;
            any = true;
        } else {
            break;
        }
    }
    if (!any) { return std::nullopt; }
    // "70e9" is an exponent; "7e" or "4exbibytes" is left to the unit.
    std::size_t sign = at + 1;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        if (sign < text.size() && text[sign] == '+') { ++sign; }
        int exponent = 0;
        std::size_t end = sign;
        for (; end < text.size() && is_digit(text[end]) && exponent <= k_most_exponent; ++end) {
            exponent = exponent * static_cast<int>(k_ten) + (text[end] - '0');
        }
        if (end > sign) {
            number.exponent += exponent;
            at = end;
        }
    }
    while (at < text.size() && text[at] == ' ') { ++at; }
    number.rest = text.substr(at);
    return number;
}

/// digits x 10^exponent x unit when that is whole and fits 64 bits.
std::optional<std::uint64_t> whole(const Decimal& number, std::uint64_t unit) {
    __extension__ using Wide = unsigned __int128;
    Wide value = static_cast<Wide>(number.digits) * unit;
    int exponent = number.exponent;
    for (; exponent < 0; ++exponent) {
        if (value % k_ten != 0) { return std::nullopt; }
        value /= k_ten;
    }
    for (; exponent > 0 && value != 0; --exponent) {
        if (value > UINT64_MAX) { return UINT64_MAX; }
        value *= k_ten;
    }
    return value > UINT64_MAX ? UINT64_MAX : static_cast<std::uint64_t>(value);
}

struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

constexpr std::uint64_t k_kibi = 1024;
constexpr std::array k_count_units = {Unit{"", 1},
                                      Unit{"k", 1'000},
                                      Unit{"m", 1'000'000},
                                      Unit{"b", 1'000'000'000},
                                      Unit{"g", 1'000'000'000},
                                      Unit{"t", 1'000'000'000'000}};
constexpr std::array k_token_units = {Unit{"", 1}, Unit{"k", k_kibi}, Unit{"m", k_kibi* k_kibi}};
constexpr std::array k_size_units = {Unit{"b", 1},
                                     Unit{"kb", 1'000},
                                     Unit{"mb", 1'000'000},
                                     Unit{"gb", 1'000'000'000},
                                     Unit{"tb", 1'000'000'000'000},
                                     Unit{"kib", k_kibi},
                                     Unit{"mib", k_kibi* k_kibi},
                                     Unit{"gib", k_kibi* k_kibi* k_kibi},
                                     Unit{"tib", k_kibi* k_kibi* k_kibi* k_kibi}};

template <std::size_t N>
std::optional<std::uint64_t> unit_factor(std::string_view name, const std::array<Unit, N>& units) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == lower; });
    return found == units.end() ? std::nullopt : std::optional(found->factor);
}

[[noreturn]] void refuse(Message what, std::string_view text, const Place& where, Message mend) {
    throw InputError(Problem{{what, {{"text", std::string(text)}}}, where, {mend}});
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') { text.remove_prefix(1); }
    while (!text.empty() && text.back() == ' ') { text.remove_suffix(1); }
    return text;
}

/// The shared path of every number with a unit: parse, refuse zero unless allowed, refuse the absurd.
template <std::size_t N>
std::uint64_t parse(std::string_view text, const Place& where, const std::array<Unit, N>& units, Message wrong,
                    Message mend, std::uint64_t most, bool zero_allowed) {
    const std::string_view shown = text;
    text = trimmed(text);
    if (!text.empty() && text.front() == '-' && text.size() > 1 && is_digit(text[1])) {
        refuse(Message::not_positive, shown, where, mend);
    }
    const auto number = read_decimal(text);
    const auto factor = number ? unit_factor(number->rest, units) : std::nullopt;
    const auto value = factor ? whole(*number, *factor) : std::nullopt;
    if (!value) { refuse(wrong, shown, where, mend); }
    if (*value == 0 && !zero_allowed) { refuse(Message::not_positive, shown, where, mend); }
    if (*value > most) {
        throw InputError(
            Problem{{Message::number_too_large, {{"text", std::string(shown)}, {"most", most}}}, where, {mend}});
    }
    return *value;
}

}  // namespace

std::uint64_t parse_count(std::string_view text, const Place& where, std::uint64_t most) {
    return parse(text, where, k_count_units, Message::not_a_number, Message::mend_write_count, most, false);
}

Tokens parse_tokens(std::string_view text, const Place& where) {
    return Tokens(
        parse(text, where, k_token_units, Message::not_a_number, Message::mend_write_tokens, k_most_tokens, false));
}

Bytes parse_size(std::string_view text, const Place& where) {
    if (trimmed(text) == "0") { return Bytes{}; }  // nothing is nothing in every unit
    return Bytes(parse(text, where, k_size_units, Message::not_a_size, Message::mend_write_size, k_most_bytes, true));
}

Margin parse_margin(std::string_view text, const Place& where) {
    constexpr std::uint64_t k_most_permille = 10'000;
    constexpr std::array k_percent = {Unit{"", k_ten}, Unit{"%", k_ten}};  // tenths of a per cent
    const auto one = [&](std::string_view part) {
        const auto number = read_decimal(trimmed(part));
        const auto factor = number ? unit_factor(number->rest, k_percent) : std::nullopt;
        const auto value = factor ? whole(*number, *factor) : std::nullopt;
        if (!value || *value > k_most_permille) {
            refuse(Message::not_a_margin, text, where, Message::mend_write_margin);
        }
        return static_cast<std::uint32_t>(*value);
    };
    const auto dash = text.find('-');
    const Margin margin = dash == std::string_view::npos
                              ? Margin{one(text), one(text)}
                              : Margin{one(text.substr(0, dash)), one(text.substr(dash + 1))};
    if (margin.low_permille > margin.high_permille) {
        refuse(Message::not_a_margin, text, where, Message::mend_write_margin);
    }
    return margin;
}

}  // namespace sizer
