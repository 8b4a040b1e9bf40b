#pragma once

#include <sizer/budget.hpp>
#include <sizer/deployment.hpp>
#include <sizer/engine_row.hpp>
#include <sizer/model.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sizer {

/// The values of an engine's keys and its constants, as a deployment has them.
class EngineOptions {
public:
    explicit EngineOptions(const Deployment& deployment) : m_deployment(deployment) {}

    /// the value of `key`: what was given, else the row's default; empty when the engine has no such key.
    [[nodiscard]] std::string_view text(std::string_view key) const;

    /// whether `key` has the value `value`.
    [[nodiscard]] bool is(std::string_view key, std::string_view value) const { return text(key) == value; }

    /// the value of a count; nothing when it is one of the key's words ("all", "auto").
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key) const;

    /// the value of a share such as 0.92, exact; nothing when it is one of the key's words.
    [[nodiscard]] std::optional<Ratio> share(std::string_view key) const;

    /// the constant of that name; throws std::out_of_range when the row has none.
    [[nodiscard]] Ratio constant(std::string_view name) const;

private:
    const Deployment& m_deployment;
};

/// One machine and how the model is cut over it.
struct EnginePlace {
    const Machine& machine;
    std::uint32_t tensor = 1;    ///< tensor-parallel degree
    std::uint32_t pipeline = 1;  ///< pipeline stages
};

/// What one device holds of each term.
struct DeviceTerms {
    Bytes weights = {};
    Bytes kv_cache = {};
    Bytes activations = {};
    Bytes overhead = {};
    [[nodiscard]] Bytes total() const { return weights + kv_cache + activations + overhead; }
    friend bool operator==(const DeviceTerms&, const DeviceTerms&) = default;
};

/// The pool that engines such as vLLM set aside for the cache of all requests.
struct EnginePool {
    Bytes available = {};         ///< for the cache, on one device
    Tokens tokens = {};           ///< that the pool holds
    Ratio max_concurrency = {};   ///< requests of the full context at once
    bool starts = true;           ///< one request of the full context fits the pool
    Tokens largest_context = {};  ///< with which it would start
};

/// How an engine fills a machine.
struct EngineAccount {
    DeviceTerms fullest = {};  ///< the device that holds most
    DeviceTerms sum = {};      ///< of all devices
    Bytes host = {};           ///< in the host's memory, outside the total
    std::optional<EnginePool> pool = {};
};

/// One engine: how it allocates. Everything in it is a pure function of its arguments; throws Overflow, and InputError
/// for a combination that the engine refuses.
struct Engine {
    std::string_view name;  ///< of the catalogue's row, or of the row that other rows have as their base

    /// the four terms of one unsharded instance; totals are drawn by the caller.
    Budget (*terms)(const Model& model, const Deployment& deployment);

    /// how it fills a machine; null: weights and cache are split evenly, the rest is on every device.
    std::optional<EngineAccount> (*on_machine)(const Model& model, const Deployment& deployment, const Budget& budget,
                                               const EnginePlace& place) = nullptr;
};

/// every engine, in the order of the catalogue.
[[nodiscard]] std::span<const Engine> engines();

/// the engine that the deployment asks for; throws std::out_of_range for a row without code.
[[nodiscard]] const Engine& engine_of(const Deployment& deployment);

/// how the deployment's engine fills the machine, when it has its own way.
[[nodiscard]] std::optional<EngineAccount> engine_account(const Model& model, const Deployment& deployment,
                                                          const Budget& budget, const EnginePlace& place);

}  // namespace sizer
