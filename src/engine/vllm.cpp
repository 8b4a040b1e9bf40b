#include "engine/every_engine.hpp"
#include "engine/vllm_profile.hpp"
#include "memory/terms.hpp"
#include "model/kv_layout.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

// vLLM takes a share of the device at its start, loads the weights, runs a profile, and gives what is left to a pool of
// cache blocks. Source: vllm, v1/worker/gpu_worker.py, determine_available_memory; v1/core/kv_cache_utils.py.

namespace sizer {
namespace {

std::uint64_t block_of(const Deployment& deployment) {
    return std::max<std::uint64_t>(1, EngineOptions(deployment).count("block").value_or(1));
}

std::uint64_t up_to_block(std::uint64_t tokens, std::uint64_t block) {
    return checked_mul(tokens / block + (tokens % block != 0 ? 1 : 0), block);
}

/// Pages of layers with a window are those of the layers that keep every token.
KvLayout with_full_pages(KvLayout layout) {
    for (auto& group : layout) {
        if (group.kind == KvKind::window || group.kind == KvKind::chunk) { group.kind = KvKind::full; }
    }
    return layout;
}

KvCacheTerm cache(const KvLayout& layout, Deployment deployment, std::uint64_t context) {
    deployment.context = Tokens{up_to_block(context, block_of(deployment))};
    KvCacheTerm term = kv_account(layout, deployment);
    term.basis = Basis::engine;
    return term;
}

void refuse_cache_format(const Deployment& deployment) {
    constexpr std::array<std::string_view, 4> k_formats = {"fp16", "bf16", "fp32", "fp8"};
    for (const auto* format : {&deployment.k_format, &deployment.v_format}) {
        if (std::find(k_formats.begin(), k_formats.end(), format->id) != k_formats.end()) { continue; }
        throw InputError(Problem{
            {Message::engine_no_cache_format, {{"engine", deployment.engine}, {"format", std::string(format->id)}}},
            {"--kv-format"},
            {Message::mend_choices, {{"names", std::string("f16, bf16, f32, fp8")}}}});
    }
}

Container container_of(const FormatRow& format) {
    return format.packing == Packing::gguf ? Container::gguf : Container::checkpoint;
}

Budget terms(const Model& model, const Deployment& deployment) {
    const bool plain = !model.unknown_architecture.empty() || deployment.basis == BasisChoice::rule;
    Budget budget;
    budget.weights = weights_term(model, deployment, container_of(deployment.weight_format));
    if (plain) {
        budget.kv_cache = kv_cache_term(model, deployment);
        budget.activations = activations_term(deployment);
        budget.overhead = overhead_term(deployment, 1);
        return budget;
    }
    refuse_cache_format(deployment);
    budget.kv_cache = cache(with_full_pages(kv_layout(model.architecture)), deployment, deployment.context.count());
    budget.activations = vllm_activations(model, deployment);
    budget.overhead = vllm_overhead(deployment, 1, 1);
    return budget;
}

/// The fullest stage holds its layers and the embedding, or the head; a tied head is a second copy of the embedding.
Bytes rank_weights(const WeightsTerm& weights, std::uint32_t tensor, std::uint32_t pipeline, std::uint32_t layers) {
    Bytes embedding;
    Bytes head;
    for (const auto& sum : weights.sums) {
        if (sum.cls == TensorClass::token_embedding) { embedding += sum.bytes; }
        if (sum.cls == TensorClass::output) { head += sum.bytes; }
    }
    if (pipeline == 1 || layers == 0) { return *weights.bytes * Ratio{1, tensor}; }
    const Bytes blocks = *weights.bytes - embedding - head;
    const std::uint32_t mine = (layers + pipeline - 1) / pipeline;
    const Bytes ends = std::max(embedding, head);
    return (blocks * Ratio{mine, layers} + ends) * Ratio{1, tensor};
}

/// The pool of one rank: what is left of the share, in whole blocks.
class Pool {
public:
    Pool(KvLayout rank, const Deployment& deployment, Bytes available)
        : m_rank(std::move(rank)), m_one(deployment), m_available(available) {
        m_one.sessions = 1;
        m_one.batch = 1;
    }

    [[nodiscard]] EnginePool account(Tokens context) const {
        const Bytes one = request(context.count());
        EnginePool pool;
        pool.available = m_available;
        pool.starts = one <= m_available;
        pool.largest_context = largest_context();
        if (one == Bytes{}) { return pool; }
        pool.max_concurrency = Ratio{m_available.count(), one.count()};
        pool.tokens = tokens(context, one);
        return pool;
    }

private:
    [[nodiscard]] Bytes request(std::uint64_t context) const { return *cache(m_rank, m_one, context).bytes; }

    /// Where every layer's cache grows, blocks; else vLLM says concurrency x context.
    [[nodiscard]] Tokens tokens(Tokens context, Bytes one) const {
        const auto term = cache(m_rank, m_one, context.count());
        const Bytes constant = term.window + term.state + term.index;
        if (constant.count() != 0 || term.bytes_per_token.count() == 0) {
            const std::uint64_t whole = checked_mul(m_available.count() / one.count(), context.count());
            const std::uint64_t rest = checked_mul(m_available.count() % one.count(), context.count()) / one.count();
            return Tokens{checked_add(whole, rest)};
        }
        const std::uint64_t block = block_of(m_one);
        return Tokens{m_available.count() / checked_mul(term.bytes_per_token.count(), block) * block};
    }

    [[nodiscard]] Tokens largest_context() const {
        constexpr std::uint64_t k_most = std::uint64_t{1} << 31;
        std::uint64_t good = 0;
        std::uint64_t bad = k_most;
        while (bad > good + 1) {
            const std::uint64_t middle = good + (bad - good) / 2;
            (request(middle) <= m_available ? good : bad) = middle;
        }
        return Tokens{good};
    }

    KvLayout m_rank;
    Deployment m_one;
    Bytes m_available;
};

Bytes less(Bytes from, Bytes what) { return from > what ? from - what : Bytes{}; }

std::optional<EngineAccount> on_machine(const Model& model, const Deployment& deployment, const Budget& budget,
                                        const EnginePlace& place) {
    if (budget.kv_cache.basis != Basis::engine) { return std::nullopt; }
    const auto& device = place.machine.device;
    const auto rank = device_share(budget.kv_cache.groups, place.tensor, place.pipeline);
    EngineAccount account;
    account.fullest.weights =
        rank_weights(budget.weights, place.tensor, place.pipeline, model.architecture.dims.layers);
    account.fullest.kv_cache = *cache(rank, deployment, deployment.context.count()).bytes;
    account.fullest.activations = *budget.activations.bytes;
    account.fullest.overhead = *vllm_overhead(deployment, place.tensor, place.pipeline).bytes;
    account.sum.weights = *budget.weights.bytes;
    account.sum.kv_cache = account.fullest.kv_cache * place.machine.count;
    account.sum.activations = account.fullest.activations * place.machine.count;
    account.sum.overhead = account.fullest.overhead * place.machine.count;

    const Bytes total = device.torch_total_bytes.count() != 0 ? device.torch_total_bytes : device.usable_bytes;
    const Ratio share = EngineOptions(deployment).share("utilization").value_or(Ratio{1, 1});
    const Bytes taken = std::min(total, device.usable_bytes) * share;
    const auto& held = account.fullest;
    const Bytes available = less(taken, held.weights + held.activations + held.overhead);
    account.pool = Pool(rank, deployment, available).account(deployment.context);
    return account;
}

}  // namespace

const Engine k_vllm_engine{.name = "vllm", .terms = terms, .on_machine = on_machine};

}  // namespace sizer
