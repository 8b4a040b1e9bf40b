#pragma once

#include <sizer/assessment.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace sizer {

/// Puts a statement into words; handed in, since words are made at the right-hand end.
using Speaker = std::function<std::string(const Statement&)>;

/// The contract's own version: it grows when a key changes its meaning.
inline constexpr int k_contract_schema_version = 1;

/// the contract of an assessment as text: keys in the order of the schema, two spaces of indent, a newline at the end.
/// The same assessment gives the same bytes on every platform.
[[nodiscard]] std::string contract_json(const Assessment& assessment, const Speaker& say, std::string_view version);

}  // namespace sizer
