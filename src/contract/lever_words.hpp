#pragma once

#include <sizer/lever.hpp>
#include <sizer/statement.hpp>

#include <optional>
#include <string>

namespace sizer {

/// what to type: "--kv-format int8 --sessions 16".
[[nodiscard]] std::string typed_flags(const Lever& lever);

/// what one step changes, for a person.
[[nodiscard]] Statement change_of(const LeverStep& step);

/// what one step costs in quality, where something is known of it.
[[nodiscard]] std::optional<Statement> cost_of(const LeverStep& step);

}  // namespace sizer
