#include "contract/training_statements.hpp"

#include "contract/statements.hpp"
#include "contract/training_names.hpp"

#include <algorithm>
#include <string>

namespace sizer {
namespace {

using Name = TrainingTermName;

Statement answer_of(const std::optional<Bytes>& bytes) {
    if (!bytes) { return {Message::answer_unknown}; }
    return {Message::answer_bytes, {{"bytes", *bytes}}};
}

/// weights + gradients + optimizer + adapters of one device: they are always known.
Bytes states_of(const TrainingBudget& budget) {
    Bytes sum;
    for (const auto name : {Name::weights, Name::gradients, Name::optimizer, Name::adapters}) {
        sum += term(budget, name).bytes.value_or(Bytes{});
    }
    return sum;
}

Decision trainable_step(const TrainingAssessment& a) {
    return {{Message::question_train_trainable},
            {Message::answer_count, {{"count", a.budget.trainable}}},
            {Message::because_train_trainable, {{"method", name_of(method_names(), a.plan.method)}}}};
}

Decision states_step(const TrainingAssessment& a) {
    return {{Message::question_train_states},
            answer_of(states_of(a.budget)),
            {Message::because_train_states,
             {{"optimizer", name_of(optimizer_names(), a.plan.optimizer)},
              {"precision", name_of(precision_names(), a.plan.precision)}}}};
}

Decision memory_step(const TrainingAssessment& a) {
    return {{Message::question_train_memory},
            answer_of(a.budget.required_high),
            {Message::because_train_device,
             {{"devices", std::uint64_t{a.budget.devices}}, {"stage", std::uint64_t{a.budget.zero}}}}};
}

Message lever_for(Name dominant, TuningMethod method) {
    switch (dominant) {
    case Name::weights:
        return method == TuningMethod::full ? Message::lever_train_states : Message::lever_train_weights;
    case Name::gradients:
    case Name::optimizer:
    case Name::adapters: return Message::lever_train_states;
    case Name::activations: return Message::lever_train_activations;
    case Name::logits: return Message::lever_train_logits;
    case Name::overhead: break;
    }
    return Message::lever_train_overhead;
}

void add_dominant(const TrainingAssessment& a, std::vector<Decision>& path) {
    const Name dominant = *a.budget.dominant;
    const std::string name(term_key(dominant));
    const Bytes device = *a.budget.per_device;
    path.push_back(
        {{Message::question_dominant},
         {Message::answer_term, {{"term", name}}},
         {Message::because_share, {{"share", share(*term(a.budget, dominant).bytes, device)}, {"total", device}}}});
    const bool lever = std::any_of(a.fits.begin(), a.fits.end(), [](const TrainingFit& each) {
        return !each.fit.proposed && each.fit.verdict != Verdict::fits;
    });
    path.push_back({{Message::question_lever},
                    {lever ? lever_for(dominant, a.plan.method) : Message::lever_none},
                    {Message::because_dominant, {{"term", name}}}});
}

void say_compute(const TrainingAssessment& a, std::vector<Statement>& said) {
    if (!a.compute) { return; }
    const auto& compute = *a.compute;
    said.push_back(
        {Message::evidence_train_compute,
         {{"tokens", compute.tokens}, {"parameters", compute.computed}, {"optimal", compute.optimal_tokens}}});
    if (compute.tokens < compute.optimal_tokens) {
        said.push_back(
            {Message::evidence_train_undertrained, {{"tokens", compute.tokens}, {"optimal", compute.optimal_tokens}}});
    }
}

void say_device(const TrainingAssessment& a, std::vector<Statement>& said) {
    const auto& budget = a.budget;
    if (!budget.per_device) { return; }
    said.push_back(
        {Message::evidence_train_device, {{"device", *budget.per_device}, {"allocated", *budget.allocated}}});
    said.push_back({Message::evidence_train_total,
                    {{"total", *budget.total}, {"low", *budget.required_low}, {"high", *budget.required_high}}});
    const Bytes dominant = *term(budget, *budget.dominant).bytes;
    said.push_back({Message::evidence_dominant,
                    {{"term", std::string(term_key(*budget.dominant))},
                     {"bytes", dominant},
                     {"share", share(dominant, *budget.per_device)},
                     {"total", *budget.per_device}}});
    for (const auto& each : a.fits) { said.push_back(verdict_of(each.fit)); }
}

}  // namespace

std::vector<Decision> training_decisions(const TrainingAssessment& a) {
    std::vector<Decision> path{trainable_step(a), states_step(a), memory_step(a)};
    if (!a.budget.per_device) { return path; }
    for (const auto& each : a.fits) { path.push_back(fits_step(each.fit)); }
    add_dominant(a, path);
    return path;
}

std::vector<Statement> training_evidence(const TrainingAssessment& a) {
    const auto bytes = [&](Name name) { return term(a.budget, name).bytes.value_or(Bytes{}); };
    std::vector<Statement> said;
    said.push_back(
        {Message::evidence_train_trainable, {{"trainable", a.budget.trainable}, {"parameters", a.model.parameters}}});
    said.push_back({Message::evidence_train_states,
                    {{"weights", bytes(Name::weights)},
                     {"gradients", bytes(Name::gradients)},
                     {"optimizer", bytes(Name::optimizer)}}});
    if (a.budget.host.count() != 0) { said.push_back({Message::evidence_train_host, {{"bytes", a.budget.host}}}); }
    say_device(a, said);
    say_compute(a, said);
    say_rows_taken(a.deployment.machines, said);
    said.push_back({Message::evidence_seed_unused, {{"seed", a.deployment.seed}}});
    return said;
}

std::vector<Statement> training_limitations(const TrainingAssessment& a) {
    std::vector<Statement> said;
    const Term& activations = term(a.budget, Name::activations);
    if (!activations.bytes) {
        said.push_back({Message::limit_unknown_term,
                        {{"term", std::string("activations")}, {"reason", a.model.unknown_architecture}}});
    } else if (activations.basis == Basis::rule) {
        said.push_back({Message::limit_train_rule});
    } else if (activations.basis == Basis::given) {
        said.push_back({Message::limit_given, {{"term", std::string("activations")}}});
    } else {
        said.push_back({Message::limit_train_activations, {{"trainer", name_of(trainer_names(), a.plan.trainer)}}});
    }
    said.push_back({Message::limit_train_steady});
    if (term(a.budget, Name::overhead).basis == Basis::shape) { said.push_back({Message::limit_train_overhead}); }
    said.push_back({Message::limit_train_loading});
    if (a.plan.base != BaseFormat::plain) {
        said.push_back({Message::limit_train_quality, {{"format", name_of(quant_names(), a.plan.base)}}});
    }
    if (a.plan.offload != Offload::none) { said.push_back({Message::limit_train_offload}); }
    if (a.budget.devices > 1) { said.push_back({Message::limit_train_links}); }
    for (const auto& each : a.fits) { say_machine_limits(each.fit, said); }
    if (std::any_of(a.fits.begin(), a.fits.end(), [](const TrainingFit& each) { return each.fit.proposed; })) {
        said.push_back({Message::limit_proposals});
    }
    return said;
}

}  // namespace sizer
