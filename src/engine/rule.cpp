#include "engine/every_engine.hpp"
#include "memory/terms.hpp"

namespace sizer {
namespace {

/// The course's arithmetic: weights and cache on their strongest basis, the other two by rule of thumb.
Budget terms(const Model& model, const Deployment& deployment) {
    Budget budget;
    budget.weights = weights_term(model, deployment);
    budget.kv_cache = kv_cache_term(model, deployment);
    budget.activations = activations_term(deployment);
    budget.overhead = overhead_term(deployment, 1);
    return budget;
}

}  // namespace

const Engine k_rule_engine{.name = "rule", .terms = terms};

}  // namespace sizer
