#include "cli/commands.hpp"

#include "cli/request.hpp"
#include "cli/version.hpp"
#include "contract/contract_json.hpp"
#include "report/say.hpp"
#include "report/table.hpp"

#include <sizer/assessment.hpp>
#include <sizer/error.hpp>

#include <algorithm>
#include <ostream>

namespace sizer {
namespace {

bool one_asked_for_fits(const Assessment& assessment) {
    return std::any_of(assessment.fits.begin(), assessment.fits.end(),
                       [](const Fit& fit) { return !fit.proposed && fit.verdict == Verdict::fits; });
}

}  // namespace

int budget_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                   std::ostream& out) {
    const Request request = resolve(options, catalogue, in, manner.terminal.environment);
    if (options.require_fit && request.deployment.machines.empty()) {
        throw InputError(Problem{{Message::missing_value}, {"--hardware"}, {Message::mend_write_machine}});
    }
    const Assessment assessment = assess(request.model, request.deployment, catalogue);
    if (manner.json) {
        out << contract_json(assessment, say_exactly, version());
    } else {
        out << table(assessment, manner.terminal, manner.units);
    }
    if (!assessment.budget.total) { return k_cannot_say; }
    return options.require_fit && !one_asked_for_fits(assessment) ? k_answer_no : k_done;
}

}  // namespace sizer
