#include <sizer/assessment.hpp>

#include "contract/statements.hpp"

namespace sizer {

Assessment assess(const Model& model, const Deployment& deployment, const Catalogue& catalogue) {
    Assessment result{.model = model, .deployment = deployment, .budget = memory_budget(model, deployment)};
    for (const auto& machine : deployment.machines) {
        result.fits.push_back(fit(model, deployment, result.budget, machine));
    }
    if (deployment.machines.empty()) { result.fits = propose(model, deployment, result.budget, catalogue.hardware()); }
    result.levers = levers(model, deployment, result.budget, result.fits, catalogue);
    result.decisions = decisions(result);
    result.evidence = evidence(result);
    result.limitations = limitations(result);
    return result;
}

}  // namespace sizer
