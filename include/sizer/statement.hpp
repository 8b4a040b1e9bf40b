#pragma once

#include <sizer/message.hpp>
#include <sizer/quantity.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sizer {

/// A share or rate in tenths of a per cent: 652 is 65.2 %.
struct PerMille {
    std::uint64_t value = 0;
    friend constexpr bool operator==(const PerMille&, const PerMille&) = default;
};

/// What a statement may mention. A string is a name that no language changes (an id, a flag, a file); a plain integer
/// is a count; a Ratio is said with one decimal ("2.2").
using Operand = std::variant<std::string, std::uint64_t, Bytes, Tokens, Params, PerMille, Ratio>;

struct NamedOperand {
    std::string_view name;  ///< the placeholder in the catalogue's text; always a literal
    Operand value;
};

/// names as one operand: "a, b, c".
template <class Names>
[[nodiscard]] std::string joined(const Names& names) {
    std::string all;
    for (const auto& name : names) {
        if (!all.empty()) { all += ", "; }
        all += name;
    }
    return all;
}

/// Something to be said, before it has words: which message, and the numbers and names that it mentions. The words are
/// made at the right-hand end (report/say.hpp), in the language and units of the reader.
struct Statement {
    Message id{};
    std::vector<NamedOperand> operands = {};
};

}  // namespace sizer
