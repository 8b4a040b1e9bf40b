#pragma once

#include <sizer/budget.hpp>
#include <sizer/error.hpp>
#include <sizer/plan.hpp>
#include <sizer/statement.hpp>

#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// One engine's account of the request that all are asked.
struct SpreadRow {
    std::string engine;                     ///< the row's id
    std::string version;                    ///< that its constants are of
    std::vector<std::string> alike = {};    ///< rows with the same code and the same account
    std::optional<Budget> budget = {};      ///< absent: the engine refuses the request
    std::vector<Fit> fits = {};             ///< the machines asked for
    std::vector<Problem> refused = {};      ///< why
    std::optional<Statement> because = {};  ///< where it differs most from the lowest
};

/// The same request by every engine, from the lowest total to the highest, then those that refuse it.
using Spread = std::vector<SpreadRow>;

/// the rows in that order, equal ones of the same code (`base` of the row, empty for its own) as one, and each one's
/// greatest difference from the lowest.
[[nodiscard]] Spread spread_of(std::vector<SpreadRow> rows, const std::vector<std::string>& bases);

}  // namespace sizer
