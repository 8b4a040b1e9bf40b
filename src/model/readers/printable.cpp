#include "model/readers/printable.hpp"

#include <array>
#include <cstdint>

namespace sizer {
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";  // U+FFFD

/// The first byte of a UTF-8 sequence: how many bytes follow, and the range of the second, which excludes overlong
/// forms and surrogates. Source: The Unicode Standard, table 3-7.
struct Lead {
    unsigned char first, last, following, second_low, second_high;
};
constexpr std::array k_leads = {
    Lead{0xC2, 0xDF, 1, 0x80, 0xBF}, Lead{0xE0, 0xE0, 2, 0xA0, 0xBF}, Lead{0xE1, 0xEC, 2, 0x80, 0xBF},
    Lead{0xED, 0xED, 2, 0x80, 0x9F}, Lead{0xEE, 0xEF, 2, 0x80, 0xBF}, Lead{0xF0, 0xF0, 3, 0x90, 0xBF},
    Lead{0xF1, 0xF3, 3, 0x80, 0xBF}, Lead{0xF4, 0xF4, 3, 0x80, 0x8F},
};

/// bytes of the well-formed sequence at the start of `text`; 0 when there is none.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) { return 1; }
    for (const auto& lead : k_leads) {
        if (byte(0) < lead.first || byte(0) > lead.last) { continue; }
        if (text.size() <= lead.following) { return 0; }
        if (byte(1) < lead.second_low || byte(1) > lead.second_high) { return 0; }
        for (std::size_t i = 2; i <= lead.following; ++i) {
            if ((byte(i) & 0xC0U) != 0x80U) { return 0; }
        }
        return std::size_t{lead.following} + 1;
    }
    return 0;
}

/// C0 and C1 controls and DEL.
bool is_control(std::string_view sequence) {
    const auto first = static_cast<unsigned char>(sequence[0]);
    if (sequence.size() == 1) { return first < 0x20 || first == 0x7F; }
    return sequence.size() == 2 && first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        const std::string_view sequence = text.substr(0, length);
        const std::string_view piece = length == 0 || is_control(sequence) ? k_replacement : sequence;
        if (shown.size() + piece.size() > most) { return shown + "..."; }
        shown += piece;
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return shown;
}

}  // namespace sizer
