#include <sizer/verification.hpp>

#include "plan/split.hpp"

#include <sizer/budget.hpp>
#include <sizer/engine.hpp>

#include <algorithm>
#include <array>

namespace sizer {
namespace {

using Predictions = std::array<std::optional<std::uint64_t>, static_cast<std::size_t>(LogTerm::count_)>;

std::optional<std::uint64_t>& at(Predictions& all, LogTerm term) { return all.at(static_cast<std::size_t>(term)); }

std::optional<std::uint64_t> count_of(const std::optional<Bytes>& bytes) {
    return bytes ? std::optional(bytes->count()) : std::nullopt;
}

/// The machine asked for, with as many devices as the log shows; without one, what the log says of it.
Machine machine_of(const Deployment& deployment, const EngineLog& log) {
    Machine machine;
    if (!deployment.machines.empty()) {
        machine = deployment.machines.front();
    } else {
        machine.device.usable_bytes = machine.device.nominal_bytes = machine.device.torch_total_bytes =
            log.device_memory;
    }
    if (machine.count == 1) { machine.count = std::max(1U, log.devices); }
    return machine;
}

/// llama.cpp: device terms are sums over the devices. `account.host` is one sum; its parts follow from the budget.
void predict_llama_cpp(const Budget& budget, const EngineAccount& account, std::uint32_t devices, Predictions& all) {
    const auto output = budget.activations.output.value_or(Bytes{});
    at(all, LogTerm::weights) = account.sum.weights.count();
    at(all, LogTerm::kv_cache) = account.sum.kv_cache.count();
    // The account has the output buffer on every device; the engine prints it apart.
    at(all, LogTerm::compute) = (account.sum.activations - output * devices).count();
    const Bytes host_cache = *budget.kv_cache.bytes - std::min(account.sum.kv_cache, *budget.kv_cache.bytes);
    const Bytes host_compute = budget.activations.host.value_or(Bytes{});
    at(all, LogTerm::host_kv_cache) = host_cache.count();
    at(all, LogTerm::host_compute) = count_of(budget.activations.host);
    at(all, LogTerm::host_weights) = (account.host - host_cache - host_compute).count();
}

void predict_pool(const EngineAccount& account, Predictions& all) {
    constexpr std::uint64_t k_hundredths = 100;
    at(all, LogTerm::weights) = account.fullest.weights.count();
    at(all, LogTerm::activations) = account.fullest.activations.count();
    if (!account.pool) { return; }
    const auto& pool = *account.pool;
    at(all, LogTerm::available_kv) = pool.available.count();
    at(all, LogTerm::kv_tokens) = pool.tokens.count();
    const Ratio requests = pool.max_concurrency;
    if (requests.denominator == 0) { return; }
    at(all, LogTerm::max_concurrency) = scaled_up(k_hundredths, {requests.numerator, requests.denominator});
}

Predictions predicted(const Verification& v, const Budget& budget, const Machine& machine) {
    Predictions all;
    at(all, LogTerm::output) = count_of(budget.activations.output);
    const bool pooled = v.log.engine == LogEngine::vllm;
    const Split split = pooled ? split_over(v.model, v.deployment, machine.count) : Split{1, machine.count};
    const auto account = engine_account(v.model, v.deployment, budget, {machine, split.tensor, split.pipeline});
    if (account && pooled) {
        predict_pool(*account, all);
    } else if (account) {
        predict_llama_cpp(budget, *account, machine.count, all);
    } else if (machine.count == 1) {
        at(all, LogTerm::weights) = count_of(budget.weights.bytes);
        at(all, LogTerm::kv_cache) = count_of(budget.kv_cache.bytes);
        at(all, LogTerm::compute) = count_of(budget.activations.compute);
    }
    return all;
}

/// (predicted - observed) / observed in tenths of a per cent, to the nearest.
std::int64_t error_permille(std::uint64_t predicted, std::uint64_t observed) {
    __extension__ using Wide = __int128;
    constexpr Wide k_whole = 1000;
    constexpr Wide k_most = 1'000'000'000;  // a million times too much says enough
    const Wide twice = 2 * (static_cast<Wide>(predicted) - static_cast<Wide>(observed)) * k_whole;
    const Wide half = twice < 0 ? -static_cast<Wide>(observed) : static_cast<Wide>(observed);
    return static_cast<std::int64_t>(std::clamp((twice + half) / (2 * static_cast<Wide>(observed)), -k_most, k_most));
}

VerifiedTerm judged_term(const LogObservation& seen, const std::optional<std::uint64_t>& predicted,
                         std::uint32_t tolerance_permille) {
    constexpr std::uint64_t k_whole = 1000;
    VerifiedTerm term{.term = seen.term, .predicted = predicted, .observed = seen.number};
    if (!predicted) { return term; }
    const auto [low, high] = std::minmax(*predicted, seen.number.value);
    const std::uint64_t allowed =
        checked_add(seen.number.rounding, checked_mul(seen.number.value, tolerance_permille) / k_whole);
    term.within = high - low <= allowed;
    if (seen.number.value != 0) { term.error_permille = error_permille(*predicted, seen.number.value); }
    return term;
}

}  // namespace

bool Verification::judged() const {
    return std::any_of(terms.begin(), terms.end(), [](const VerifiedTerm& term) { return term.predicted.has_value(); });
}

bool Verification::within() const {
    return std::all_of(terms.begin(), terms.end(), [](const VerifiedTerm& term) { return term.within; });
}

Verification verify(const Model& model, const Deployment& deployment, const EngineLog& log,
                    std::uint32_t tolerance_permille) {
    Verification result{.model = model, .deployment = deployment, .log = log};
    result.tolerance_permille = tolerance_permille;
    const Budget budget = memory_budget(model, deployment);
    const Machine machine = machine_of(deployment, log);
    result.memory_known = log.engine != LogEngine::vllm || machine.device.usable_bytes.count() != 0;
    Predictions all = result.memory_known ? predicted(result, budget, machine) : Predictions{};
    if (!result.memory_known && machine.count == 1) { at(all, LogTerm::weights) = count_of(budget.weights.bytes); }
    for (const auto& seen : log.observed) {
        const auto& expected = at(all, seen.term);
        // Nothing where nothing is expected, or nothing can be said, is not worth a line.
        if (seen.number.value == 0 && expected.value_or(0) == 0) { continue; }
        result.terms.push_back(judged_term(seen, expected, tolerance_permille));
    }
    return result;
}

}  // namespace sizer
