#include "engine/llama_cpp_machine.hpp"

#include "memory/terms.hpp"

#include <algorithm>

// Source: llama.cpp v0.5.0, llama-model.cpp (load_tensors: which device has which layer), measured with one and two
// devices.

namespace sizer {
namespace {

constexpr std::uint64_t k_more_masks = 3;  // with several devices the inputs are held four times (pipeline copies)

/// The weights by where they go.
struct Parts {
    Bytes embedding;  ///< stays with the host
    Bytes output;     ///< the head; a copy of the embedding where the model has none of its own
    Bytes layers;     ///< everything else
};

Parts parts_of(const WeightsTerm& weights) {
    Parts parts;
    for (const auto& sum : weights.sums) {
        if (sum.cls == TensorClass::token_embedding) { parts.embedding += sum.bytes; }
        if (sum.cls == TensorClass::output) { parts.output += sum.bytes; }
    }
    parts.layers = *weights.bytes - parts.embedding - parts.output;
    if (parts.output.count() == 0) { parts.output = parts.embedding; }
    return parts;
}

/// Layers on the GPUs together and on the fullest of them.
struct Placed {
    std::uint64_t layers = 1;
    std::uint64_t on_gpu = 0;
    std::uint64_t on_fullest = 0;
    bool output = false;

    [[nodiscard]] Bytes share(Bytes whole) const { return whole * Ratio{on_gpu, layers}; }
    [[nodiscard]] Bytes fullest_share(Bytes whole) const { return whole * Ratio{on_fullest, layers}; }
};

Placed placed(const Model& model, const Deployment& deployment, std::uint32_t devices) {
    Placed result;
    result.layers = std::max(1U, model.architecture.dims.layers);
    const std::uint64_t asked = EngineOptions(deployment).count("gpu_layers").value_or(result.layers + 1);
    result.output = asked > 0;
    result.on_gpu = result.output ? std::min(asked - 1, result.layers) : 0;
    result.on_fullest = (result.on_gpu + devices - 1) / devices;
    return result;
}

}  // namespace

std::optional<EngineAccount> llama_cpp_on_machine(const Model& model, const Deployment& deployment,
                                                  const Budget& budget, const EnginePlace& place) {
    const auto context = llama_cpp_context(model, deployment);
    if (!context.gpu) { return std::nullopt; }
    const std::uint32_t devices = place.machine.count;
    const Parts parts = parts_of(budget.weights);
    const Placed on = placed(model, deployment, devices);
    const Bytes output = on.output ? parts.output : Bytes{};
    const Bytes cache = *budget.kv_cache.bytes;

    EngineAccount account;
    account.fullest.weights = on.fullest_share(parts.layers) + output;
    account.sum.weights = on.share(parts.layers) + output;
    account.fullest.kv_cache = on.fullest_share(cache);
    account.sum.kv_cache = on.share(cache);

    Bytes activations = *budget.activations.bytes;
    if (budget.activations.compute && devices > 1) {
        activations += llama_cpp_compute(model, deployment, context).mask * k_more_masks;
    }
    // Even without a layer on the GPU its matrix products are done there: the largest weight is brought over.
    if (!on.output) { activations += parts.output; }
    account.fullest.activations = activations;
    account.sum.activations = activations * devices;
    account.fullest.overhead = *overhead_term(deployment, 1).bytes;
    account.sum.overhead = *overhead_term(deployment, devices).bytes;

    account.host = parts.embedding + (parts.layers - on.share(parts.layers)) + (cache - on.share(cache)) +
                   budget.activations.host.value_or(Bytes{});
    return account;
}

}  // namespace sizer
