#include "report/say.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace sizer {
namespace {

/// In a contract a number is written as it stands in the result, so that a program can find it there.
std::string text_of(const Operand& operand, const Voice& voice) {
    return std::visit(
        [&](const auto& value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::string>) {
                return value;
            } else if constexpr (std::is_same_v<Value, Bytes>) {
                constexpr std::uint64_t k_worth_rounding = 10'000'000;
                if (!voice.exact) {
                    return value.count() < k_worth_rounding ? grouped(value.count()) + " B"
                                                            : short_bytes(value, voice.units);
                }
                const auto digits = std::to_string(value.count()) + " bytes";
                return value.count() < k_worth_rounding ? digits
                                                        : digits + " (" + short_bytes(value, voice.units) + ")";
            } else if constexpr (std::is_same_v<Value, PerMille> || std::is_same_v<Value, Ratio>) {
                return decimal(value);
            } else if constexpr (std::is_same_v<Value, Params>) {
                return voice.exact ? std::to_string(value.count()) : short_params(value);
            } else if constexpr (std::is_same_v<Value, Tokens>) {
                return voice.exact ? std::to_string(value.count()) : grouped(value.count());
            } else {
                return voice.exact ? std::to_string(value) : grouped(value);
            }
        },
        operand);
}

std::string place_text(const Place& place) {
    std::string text = place.name;
    if (place.pointer) { text += "#" + *place.pointer; }
    if (place.line) { text += ": line " + std::to_string(*place.line); }
    if (place.byte) { text += ": byte " + std::to_string(*place.byte); }
    return text;
}

/// What came from outside must not move the cursor or forge a line of output.
std::string printable(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return text;
}

}  // namespace

std::string say(const Statement& statement, const Voice& voice) {
    std::string_view text = english().text(statement.id);
    std::string said;
    while (!text.empty()) {
        const auto open = text.find('{');
        said += text.substr(0, open);
        if (open == std::string_view::npos) { break; }
        const auto close = text.find('}', open);
        const auto name = text.substr(open + 1, close - open - 1);
        const auto found = std::find_if(statement.operands.begin(), statement.operands.end(),
                                        [&](const NamedOperand& operand) { return operand.name == name; });
        if (found != statement.operands.end()) { said += text_of(found->value, voice); }
        text.remove_prefix(close + 1);
    }
    return said;
}

std::string say_exactly(const Statement& statement) { return say(statement, {.exact = true}); }

std::string say(const Problem& problem, std::string_view program) {
    constexpr std::size_t k_longest = 400;  // a hostile name must not fill the screen
    std::string what = place_text(problem.where);
    what += (what.empty() ? "" : ": ") + say(problem.what);
    if (what.size() > k_longest) { what = what.substr(0, k_longest) + "..."; }
    std::string text = std::string(program) + ": error: " + printable(std::move(what)) + "\n";
    const auto mend = say(problem.mend);
    if (!mend.empty()) { text += "  hint: " + printable(mend) + "\n"; }
    return text;
}

}  // namespace sizer
