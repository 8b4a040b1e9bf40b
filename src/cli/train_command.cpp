#include "cli/commands.hpp"

#include "cli/problems.hpp"
#include "cli/request.hpp"
#include "cli/train_request.hpp"
#include "cli/version.hpp"
#include "contract/training_json.hpp"
#include "report/say.hpp"
#include "report/training_table.hpp"

#include <sizer/training.hpp>

#include <algorithm>
#include <ostream>

namespace sizer {
namespace {

bool one_asked_for_fits(const TrainingAssessment& assessment) {
    return std::any_of(assessment.fits.begin(), assessment.fits.end(),
                       [](const TrainingFit& each) { return !each.fit.proposed && each.fit.verdict == Verdict::fits; });
}

}  // namespace

int train_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                  std::ostream& out) {
    Problems problems;
    TrainingPlan plan;
    Request request;
    problems.attempt([&] { plan = training_plan(options); });
    problems.attempt([&] {
        Options common = options;
        common.batch.reset();  // it is the micro-batch here
        request = resolve(common, catalogue, in, manner.terminal.environment);
    });
    problems.report();
    const TrainingAssessment assessment = assess_training(request.model, request.deployment, plan, catalogue);
    if (manner.json) {
        out << training_json(assessment, say_exactly, version());
    } else {
        out << training_table(assessment, manner.terminal, manner.units);
    }
    if (!assessment.budget.total) { return k_cannot_say; }
    return options.require_fit && !one_asked_for_fits(assessment) ? k_answer_no : k_done;
}

}  // namespace sizer
