#include "plan/train_fit.hpp"

#include "plan/proposals.hpp"

#include <sizer/error.hpp>

#include <string>

namespace sizer {
namespace {

/// One device asked for stands for as many as the plan has.
Machine enlarged(Machine machine, const TrainingPlan& plan) {
    if (plan.gpus == 1 || machine.count == plan.gpus) { return machine; }
    if (machine.count != 1) {
        const std::string asked = std::to_string(machine.count) + " x " + std::string(machine.device.id);
        throw InputError(
            Problem{{Message::devices_contradict, {{"machine", asked}, {"gpus", std::uint64_t{plan.gpus}}}},
                    {"--gpus"},
                    {Message::mend_train_devices}});
    }
    machine.count = plan.gpus;
    return machine;
}

}  // namespace

TrainingFit train_fit(const Model& model, const Deployment& deployment, const TrainingPlan& plan,
                      const Machine& asked) {
    const Machine machine = enlarged(asked, plan);
    TrainingPlan spread = plan;
    spread.gpus = machine.count;
    TrainingFit result{.fit = {.machine = machine}, .device = training_budget(model, deployment, spread)};
    Fit& fit = result.fit;
    const TrainingBudget& budget = result.device;
    fit.usable = machine.device.usable_bytes * machine.count;
    if (!budget.per_device) { return result; }
    fit.required_low = *budget.required_low * machine.count;
    fit.required_high = *budget.required_high * machine.count;
    fit.fullest_device = DeviceAccount{.total = *budget.per_device,
                                       .required_low = *budget.required_low,
                                       .required_high = *budget.required_high,
                                       .usable = machine.device.usable_bytes};
    fit.verdict = judge(*fit.fullest_device);
    return result;
}

std::vector<TrainingFit> train_proposals(const Model& model, const Deployment& deployment, const TrainingPlan& plan,
                                         const Catalogue& catalogue) {
    std::vector<TrainingFit> all;
    if (!training_budget(model, deployment, plan).per_device) { return all; }
    const auto fits = proposals(catalogue.hardware(), [&](const Machine& machine) -> std::optional<Fit> {
        if (plan.gpus != 1 && machine.count != plan.gpus) { return std::nullopt; }
        return train_fit(model, deployment, plan, machine).fit;
    });
    for (const auto& fit : fits) {
        all.push_back(train_fit(model, deployment, plan, fit.machine));
        all.back().fit = fit;
    }
    return all;
}

}  // namespace sizer
