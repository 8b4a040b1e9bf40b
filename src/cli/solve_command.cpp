#include "cli/commands.hpp"

#include "cli/request.hpp"
#include "cli/version.hpp"
#include "contract/contract_json.hpp"
#include "report/say.hpp"
#include "report/table.hpp"

#include <sizer/assessment.hpp>
#include <sizer/error.hpp>
#include <sizer/solve.hpp>

#include <algorithm>
#include <ostream>

namespace sizer {
namespace {

SolveField field_of(const Options& options) {
    const std::string asked = options.arguments.empty() ? "" : options.arguments.front();
    const auto* const found = std::find(k_solve_fields.begin(), k_solve_fields.end(), asked);
    if (found == k_solve_fields.end()) {
        throw InputError(Problem{{Message::unknown_field, {{"name", asked}}},
                                 {"solve"},
                                 {Message::mend_choices, {{"names", joined(k_solve_fields)}}}});
    }
    return static_cast<SolveField>(found - k_solve_fields.begin());
}

void require_one_machine(SolveField field, const Deployment& deployment) {
    if (field != SolveField::hardware && deployment.machines.empty()) {
        throw InputError(Problem{{Message::missing_value}, {"--hardware"}, {Message::mend_write_machine}});
    }
}

/// The request that the contract accounts for: that of the answer, else of the nearest that does not fit.
Assessment assessed(const Request& request, Solution solution, const Catalogue& catalogue) {
    const auto& shown = solution.answer ? solution.answer : solution.beside;
    Deployment deployment = shown ? shown->deployment : request.deployment;
    if (shown) { deployment.machines = {shown->machine}; }
    Assessment result = assess(shown ? shown->model : request.model, deployment, catalogue);
    result.solution = std::move(solution);
    return result;
}

}  // namespace

int solve_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                  std::ostream& out) {
    const SolveField field = field_of(options);
    const Request request = resolve(options, catalogue, in, manner.terminal.environment);
    require_one_machine(field, request.deployment);
    const Assessment result = assessed(request, solve(field, request.model, request.deployment, catalogue), catalogue);
    if (manner.json) {
        out << contract_json(result, say_exactly, version());
    } else {
        out << table(result, manner.terminal, manner.units);
    }
    if (!result.budget.total) { return k_cannot_say; }
    return result.solution->answer ? k_done : k_answer_no;
}

}  // namespace sizer
