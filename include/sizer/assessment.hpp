#pragma once

#include <sizer/budget.hpp>
#include <sizer/catalogue.hpp>
#include <sizer/lever.hpp>
#include <sizer/plan.hpp>
#include <sizer/solve.hpp>
#include <sizer/spread.hpp>
#include <sizer/statement.hpp>

#include <optional>
#include <vector>

namespace sizer {

/// One step of the course's flow chart.
struct Decision {
    Statement question;
    Statement answer;
    Statement because;
};

/// Everything that a contract or a table says of one request, still without words.
struct Assessment {
    Model model;
    Deployment deployment;
    Budget budget;
    std::vector<Fit> fits = {};
    std::optional<Levers> levers = {};      ///< where something does not fit
    std::optional<Solution> solution = {};  ///< of `sizer solve`: the request is that of its answer
    Spread spread = {};                     ///< of `--engine all`; the rest is the rule's account
    std::vector<Decision> decisions = {};
    std::vector<Statement> evidence = {};
    std::vector<Statement> limitations = {};
};

/// the whole answer for one request: the account, the verdict on the machines asked for (or the proposals), the path
/// through the flow chart, the evidence and the limitations. Pure; throws InputError for an impossible split.
[[nodiscard]] Assessment assess(const Model& model, const Deployment& deployment, const Catalogue& catalogue);

}  // namespace sizer
