#include "report/paint.hpp"

#include <algorithm>
#include <array>

namespace sizer {

std::string painted(std::string_view text, Paint paint, bool colour) {
    constexpr std::array<std::string_view, 6> k_codes = {"1", "2", "31", "33", "32", "36"};
    if (!colour) { return std::string(text); }
    std::string out = "\x1b[";
    out += k_codes.at(static_cast<std::size_t>(paint));
    return out + "m" + std::string(text) + "\x1b[0m";
}

std::size_t columns(std::string_view text) {
    constexpr unsigned k_continuation_mask = 0xC0;
    constexpr unsigned k_continuation = 0x80;
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & k_continuation_mask) != k_continuation;
    }));
}

std::string padded(std::string text, std::size_t width) {
    const auto have = columns(text);
    if (have < width) { text.append(width - have, ' '); }
    return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
    const auto have = columns(text);
    return have < width ? std::string(width - have, ' ') + text : text;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t at = 0;  // column
    bool first = true;   // leading spaces are empty words: they stay
    while (!text.empty()) {
        const auto space = text.find(' ');
        const auto word = text.substr(0, space);
        const auto size = columns(word);
        if (!first && at > indent && at + 1 + size > width) {
            out += "\n" + std::string(indent, ' ');
            at = indent;
        } else if (!first) {
            out += ' ';
            ++at;
        }
        first = false;
        out += word;
        at += size;
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return out;
}

std::string bar(std::uint64_t permille, std::size_t width, bool unicode) {
    constexpr std::array<std::string_view, 8> k_eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    constexpr std::uint64_t k_whole = 1000;
    const std::uint64_t steps = unicode ? k_eighths.size() : 1;
    const std::uint64_t filled = std::min(permille, k_whole) * width * steps;
    std::uint64_t length = (filled + k_whole / 2) / k_whole;
    if (length == 0 && permille != 0) { length = 1; }
    std::string text;
    for (std::uint64_t i = 0; i < length / steps; ++i) { text += unicode ? "█" : "#"; }
    if (unicode) { text += k_eighths.at(length % steps); }
    return text;
}

}  // namespace sizer
