#include "engine/block_pool.hpp"
#include "engine/every_engine.hpp"
#include "engine/vllm_profile.hpp"
#include "memory/terms.hpp"
#include "model/kv_layout.hpp"

#include <algorithm>

// vLLM takes a share of the device at its start, loads the weights, runs a profile, and gives what is left to a pool of
// cache blocks. Source: vllm, v1/worker/gpu_worker.py, determine_available_memory; v1/core/kv_cache_utils.py.

namespace sizer {
namespace {

std::uint64_t block_of(const Deployment& deployment) {
    return std::max<std::uint64_t>(1, EngineOptions(deployment).count("block").value_or(1));
}

Budget terms(const Model& model, const Deployment& deployment) {
    const bool plain = !model.unknown_architecture.empty() || deployment.basis == BasisChoice::rule;
    Budget budget;
    budget.weights = weights_term(model, deployment, served_container(deployment.weight_format));
    if (plain) {
        budget.kv_cache = kv_cache_term(model, deployment);
        budget.activations = activations_term(deployment);
        budget.overhead = overhead_term(deployment, 1);
        return budget;
    }
    require_served_cache(deployment);
    budget.kv_cache = block_cache(with_full_pages(kv_layout(model.architecture)), deployment, block_of(deployment));
    budget.activations = vllm_activations(model, deployment);
    budget.overhead = vllm_overhead(deployment, 1, 1);
    return budget;
}

std::optional<EngineAccount> on_machine(const Model& model, const Deployment& deployment, const Budget& budget,
                                        const EnginePlace& place) {
    if (budget.kv_cache.basis != Basis::engine) { return std::nullopt; }
    const auto rank = device_share(budget.kv_cache.groups, place.tensor, place.pipeline);
    const auto overhead = *vllm_overhead(deployment, place.tensor, place.pipeline).bytes;
    auto account = rank_account(model, deployment, budget, place, rank, overhead, block_of(deployment));
    const Ratio share = EngineOptions(deployment).share("utilization").value_or(Ratio{1, 1});
    const Bytes taken = torch_memory(place.machine.device) * share;
    const auto& held = account.fullest;
    const Bytes available = what_is_left(taken, held.weights + held.activations + held.overhead);
    account.pool = block_pool(rank, deployment, available, block_of(deployment));
    return account;
}

}  // namespace

const Engine k_vllm_engine{.name = "vllm", .terms = terms, .on_machine = on_machine};

}  // namespace sizer
