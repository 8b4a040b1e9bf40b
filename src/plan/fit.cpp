#include <sizer/plan.hpp>

#include "memory/terms.hpp"
#include "plan/split.hpp"

namespace sizer {
namespace {

/// The course's split: an even share of the weights and of the cache, the other two on every device. Pipeline stages
/// hold each layer once, so that in the sum the layers are not rounded up.
EngineAccount even_split(const Deployment& deployment, const Budget& budget, const Machine& machine,
                         const Split& split) {
    const auto cache = [&](const Split& part) {
        return *kv_account(device_share(budget.kv_cache.groups, part.tensor, part.pipeline), deployment).bytes;
    };
    EngineAccount account;
    account.fullest.weights = *budget.weights.bytes * Ratio{1, machine.count};
    account.fullest.kv_cache = cache(split);
    account.fullest.activations = *budget.activations.bytes;
    account.fullest.overhead = *overhead_term(deployment, 1).bytes;
    account.sum.weights = *budget.weights.bytes;
    account.sum.kv_cache = cache({.tensor = split.tensor}) * split.tensor;
    account.sum.activations = *budget.activations.bytes * machine.count;
    account.sum.overhead = *overhead_term(deployment, machine.count).bytes;
    return account;
}

DeviceAccount judged(const DeviceTerms& terms, const Deployment& deployment, Bytes usable) {
    DeviceAccount device;
    device.weights = terms.weights;
    device.kv_cache = terms.kv_cache;
    device.activations = terms.activations;
    device.overhead = terms.overhead;
    device.total = terms.total();
    device.required_low = with_margin(device.total, deployment.margin.low_permille);
    device.required_high = with_margin(device.total, deployment.margin.high_permille);
    device.usable = usable;
    return device;
}

/// An engine with a pool must start, and hold every session's cache at once: what it does not hold waits.
bool pool_holds(const EngineAccount& account) {
    return !account.pool || (account.pool->starts && account.fullest.kv_cache <= account.pool->available);
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
    result.engine = engine_account(model, deployment, budget, {machine, split.tensor, split.pipeline});
    const auto account = result.engine ? *result.engine : even_split(deployment, budget, machine, split);
    const Bytes total = account.sum.total();
    result.required_low = with_margin(total, deployment.margin.low_permille);
    result.required_high = with_margin(total, deployment.margin.high_permille);
    result.fullest_device = judged(account.fullest, deployment, machine.device.usable_bytes);
    result.verdict = pool_holds(account) ? judge(*result.fullest_device) : Verdict::no;
    return result;
}

}  // namespace sizer
