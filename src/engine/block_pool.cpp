#include "engine/block_pool.hpp"

#include "memory/terms.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace sizer {
namespace {

std::uint64_t up_to_block(std::uint64_t tokens, std::uint64_t block) {
    return checked_mul(tokens / block + (tokens % block != 0 ? 1 : 0), block);
}

/// The pool of one rank: what is left of the share, in whole blocks.
class Pool {
public:
    Pool(const KvLayout& rank, const Deployment& deployment, Bytes available, std::uint64_t block)
        : m_rank(rank), m_one(deployment), m_available(available), m_block(block) {
        m_one.sessions = 1;
        m_one.batch = 1;
    }

    [[nodiscard]] EnginePool account(Tokens context) const {
        const Bytes one = *request(context.count()).bytes;
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
    [[nodiscard]] KvCacheTerm request(std::uint64_t context) const {
        Deployment one = m_one;
        one.context = Tokens{context};
        return block_cache(m_rank, one, m_block);
    }

    /// Where every layer's cache grows, blocks; else vLLM says concurrency x context.
    [[nodiscard]] Tokens tokens(Tokens context, Bytes one) const {
        const auto term = request(context.count());
        const Bytes constant = term.window + term.state + term.index;
        if (constant.count() != 0 || term.bytes_per_token.count() == 0) {
            const std::uint64_t whole = checked_mul(m_available.count() / one.count(), context.count());
            const std::uint64_t rest = checked_mul(m_available.count() % one.count(), context.count()) / one.count();
            return Tokens{checked_add(whole, rest)};
        }
        return Tokens{m_available.count() / checked_mul(term.bytes_per_token.count(), m_block) * m_block};
    }

    [[nodiscard]] Tokens largest_context() const {
        constexpr std::uint64_t k_most = std::uint64_t{1} << 31;
        std::uint64_t good = 0;
        std::uint64_t bad = k_most;
        while (bad > good + 1) {
            const std::uint64_t middle = good + (bad - good) / 2;
            (*request(middle).bytes <= m_available ? good : bad) = middle;
        }
        return Tokens{good};
    }

    const KvLayout& m_rank;
    Deployment m_one;
    Bytes m_available;
    std::uint64_t m_block;
};

Bytes rank_weights(const WeightsTerm& weights, const Model& model, const EnginePlace& place) {
    const auto layers = model.architecture.dims.layers;
    Bytes embedding;
    Bytes head;
    for (const auto& sum : weights.sums) {
        if (sum.cls == TensorClass::token_embedding) { embedding += sum.bytes; }
        if (sum.cls == TensorClass::output) { head += sum.bytes; }
    }
    if (place.pipeline == 1 || layers == 0) { return *weights.bytes * Ratio{1, place.tensor}; }
    const Bytes blocks = *weights.bytes - embedding - head;
    const std::uint32_t mine = (layers + place.pipeline - 1) / place.pipeline;
    const Bytes ends = std::max(embedding, head);
    return (blocks * Ratio{mine, layers} + ends) * Ratio{1, place.tensor};
}

}  // namespace

Bytes torch_memory(const HardwareRow& device) {
    return device.torch_total_bytes.count() == 0 ? device.usable_bytes
                                                 : std::min(device.torch_total_bytes, device.usable_bytes);
}

Container served_container(const FormatRow& format) {
    return format.packing == Packing::gguf ? Container::gguf : Container::checkpoint;
}

void require_served_cache(const Deployment& deployment) {
    constexpr std::array<std::string_view, 4> k_formats = {"fp16", "bf16", "fp32", "fp8"};
    for (const auto* format : {&deployment.k_format, &deployment.v_format}) {
        if (std::find(k_formats.begin(), k_formats.end(), format->id) != k_formats.end()) { continue; }
        throw InputError(Problem{
            {Message::engine_no_cache_format, {{"engine", deployment.engine}, {"format", std::string(format->id)}}},
            {"--kv-format"},
            {Message::mend_choices, {{"names", std::string("f16, bf16, f32, fp8")}}}});
    }
}

KvLayout with_full_pages(KvLayout layout) {
    for (auto& group : layout) {
        if (group.kind == KvKind::window || group.kind == KvKind::chunk) { group.kind = KvKind::full; }
    }
    return layout;
}

KvCacheTerm block_cache(const KvLayout& layout, Deployment deployment, std::uint64_t block) {
    deployment.context = Tokens{up_to_block(deployment.context.count(), block)};
    KvCacheTerm term = kv_account(layout, deployment);
    term.basis = Basis::engine;
    return term;
}

EngineAccount rank_account(const Model& model, const Deployment& deployment, const Budget& budget,
                           const EnginePlace& place, const KvLayout& rank, Bytes overhead, std::uint64_t block) {
    EngineAccount account;
    account.fullest.weights = rank_weights(budget.weights, model, place);
    account.fullest.kv_cache = *block_cache(rank, deployment, block).bytes;
    account.fullest.activations = *budget.activations.bytes;
    account.fullest.overhead = overhead;
    account.sum.weights = *budget.weights.bytes;
    account.sum.kv_cache = account.fullest.kv_cache * place.machine.count;
    account.sum.activations = account.fullest.activations * place.machine.count;
    account.sum.overhead = account.fullest.overhead * place.machine.count;
    return account;
}

EnginePool block_pool(const KvLayout& rank, const Deployment& deployment, Bytes available, std::uint64_t block) {
    return Pool(rank, deployment, available, block).account(deployment.context);
}

}  // namespace sizer
