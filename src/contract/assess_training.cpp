#include "contract/training_statements.hpp"
#include "plan/train_fit.hpp"

namespace sizer {

TrainingAssessment assess_training(const Model& model, const Deployment& deployment, const TrainingPlan& plan,
                                   const Catalogue& catalogue) {
    TrainingAssessment result{
        .model = model, .deployment = deployment, .plan = plan, .budget = training_budget(model, deployment, plan)};
    if (plan.corpus) { result.compute = training_compute(model, *plan.corpus); }
    if (deployment.machines.empty()) {
        result.fits = train_proposals(model, deployment, plan, catalogue);
    } else {
        for (const auto& machine : deployment.machines) {
            result.fits.push_back(train_fit(model, deployment, plan, machine));
        }
    }
    result.decisions = training_decisions(result);
    result.evidence = training_evidence(result);
    result.limitations = training_limitations(result);
    return result;
}

}  // namespace sizer
