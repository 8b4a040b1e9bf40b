#include "engine/block_pool.hpp"
#include "engine/every_engine.hpp"
#include "memory/terms.hpp"
#include "model/kv_layout.hpp"

#include <algorithm>

// SGLang keeps a static share of what is free at its start for weights and cache; activations and CUDA graphs live in
// the rest. Source: sglang, srt/model_executor/model_runner.py, profile_max_num_token.

namespace sizer {
namespace {

std::uint64_t page_of(const Deployment& deployment) {
    return std::max<std::uint64_t>(1, EngineOptions(deployment).count("page").value_or(1));
}

OverheadTerm outside(const Deployment& deployment, bool ranks) {
    OverheadTerm term = overhead_term(deployment, 1);
    if (term.basis == Basis::given) { return term; }
    term.basis = Basis::engine;
    term.bytes = Bytes{EngineOptions(deployment).constant(ranks ? "non_torch_ranks" : "non_torch").numerator};
    term.formula = {Message::formula_overhead_engine, {{"outside", *term.bytes}, {"graphs", Bytes{}}}};
    return term;
}

Budget terms(const Model& model, const Deployment& deployment) {
    const bool plain = !model.unknown_architecture.empty() || deployment.basis == BasisChoice::rule;
    Budget budget;
    budget.weights = weights_term(model, deployment, served_container(deployment.weight_format));
    budget.activations = activations_term(deployment);
    budget.overhead = plain ? overhead_term(deployment, 1) : outside(deployment, false);
    if (plain) {
        budget.kv_cache = kv_cache_term(model, deployment);
    } else {
        require_served_cache(deployment);
        budget.kv_cache = block_cache(with_full_pages(kv_layout(model.architecture)), deployment, page_of(deployment));
    }
    return budget;
}

std::optional<EngineAccount> on_machine(const Model& model, const Deployment& deployment, const Budget& budget,
                                        const EnginePlace& place) {
    if (budget.kv_cache.basis != Basis::engine) { return std::nullopt; }
    const auto rank = device_share(budget.kv_cache.groups, place.tensor, place.pipeline);
    const auto overhead = *outside(deployment, place.tensor > 1).bytes;
    auto account = rank_account(model, deployment, budget, place, rank, overhead, page_of(deployment));
    const Bytes free = what_is_left(torch_memory(place.machine.device), account.fullest.overhead);
    const Ratio share = EngineOptions(deployment).share("mem_fraction_static").value_or(Ratio{1, 1});
    account.pool =
        block_pool(rank, deployment, what_is_left(free * share, account.fullest.weights), page_of(deployment));
    return account;
}

}  // namespace

const Engine k_sglang_engine{.name = "sglang", .terms = terms, .on_machine = on_machine};

}  // namespace sizer
