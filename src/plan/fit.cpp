#include <sizer/plan.hpp>

#include "memory/terms.hpp"
#include "plan/split.hpp"

namespace sizer {
namespace {

constexpr std::uint64_t k_whole = 1000;  // margins are in tenths of a per cent

Bytes with_margin(Bytes total, std::uint32_t permille) { return total * Ratio{k_whole + permille, k_whole}; }

/// What the fullest device of the split holds.
DeviceAccount fullest_device(const Deployment& deployment, const Budget& budget, const Machine& machine,
                             const Split& split) {
    DeviceAccount device;
    device.weights = *budget.weights.bytes * Ratio{1, machine.count};
    device.kv_cache = *kv_account(device_share(budget.kv_cache.groups, split), deployment).bytes;
    device.activations = *budget.activations.bytes;
    device.overhead = *overhead_term(deployment, 1).bytes;
    device.total = device.weights + device.kv_cache + device.activations + device.overhead;
    device.required_low = with_margin(device.total, deployment.margin.low_permille);
    device.required_high = with_margin(device.total, deployment.margin.high_permille);
    device.usable = machine.device.usable_bytes;
    return device;
}

/// The sum over all devices. Pipeline stages hold each layer once, so the layers are not rounded up here.
Bytes total_over_devices(const Deployment& deployment, const Budget& budget, const Machine& machine,
                         const Split& split) {
    const auto rank = kv_account(device_share(budget.kv_cache.groups, {.tensor = split.tensor}), deployment);
    return *budget.weights.bytes + *rank.bytes * split.tensor + *budget.activations.bytes * machine.count +
           *overhead_term(deployment, machine.count).bytes;
}

}  // namespace

Verdict judge(const DeviceAccount& device) {
    if (device.required_high <= device.usable) { return Verdict::fits; }
    return device.required_low <= device.usable ? Verdict::tight : Verdict::no;
}

Fit fit(const Model& model, const Deployment& deployment, const Budget& budget, const Machine& machine) {
    const Split split = split_over(model, deployment, machine.count);
    Fit result;
    result.machine = machine;
    result.tensor_parallel = split.tensor;
    result.pipeline_parallel = split.pipeline;
    result.usable = machine.device.usable_bytes * machine.count;
    if (!budget.total) { return result; }
    const Bytes total = total_over_devices(deployment, budget, machine, split);
    result.required_low = with_margin(total, deployment.margin.low_permille);
    result.required_high = with_margin(total, deployment.margin.high_permille);
    result.fullest_device = fullest_device(deployment, budget, machine, split);
    result.verdict = judge(*result.fullest_device);
    return result;
}

}  // namespace sizer
