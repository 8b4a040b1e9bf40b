#pragma once

#include "report/language.hpp"
#include "report/number.hpp"

#include <sizer/error.hpp>
#include <sizer/statement.hpp>

#include <string>
#include <string_view>

namespace sizer {

/// How things are said: a person reads short rounded numbers, a contract cites the exact ones.
struct Voice {
    Units units = Units::gb;
    bool exact = false;
};

/// the sentence: the message's text with its operands in their places.
[[nodiscard]] std::string say(const Statement& statement, const Voice& voice = {});

/// the sentence as a contract says it, with exact numbers.
[[nodiscard]] std::string say_exactly(const Statement& statement);

/// a problem as it is printed on standard error, two lines: what and where, then how to mend it.
[[nodiscard]] std::string say(const Problem& problem, std::string_view program);

}  // namespace sizer
