#pragma once

#include <sizer/budget.hpp>
#include <sizer/deployment.hpp>
#include <sizer/engine.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sizer {

enum class Verdict : std::uint8_t { fits, tight, no };

/// What one device of a machine must hold, and what it has.
struct DeviceAccount {
    Bytes weights = {};
    Bytes kv_cache = {};
    Bytes activations = {};
    Bytes overhead = {};
    Bytes total = {};
    Bytes required_low = {};
    Bytes required_high = {};
    Bytes usable = {};
    friend bool operator==(const DeviceAccount&, const DeviceAccount&) = default;
};

/// `fits` when the requirement at the upper margin is within what is usable, `tight` when only the lower one is.
[[nodiscard]] Verdict judge(const DeviceAccount& device);

/// One machine's verdict. Sums are over its devices; the fullest device decides. Absent where a term is not known.
struct Fit {
    Machine machine;
    std::uint32_t tensor_parallel = 1;
    std::uint32_t pipeline_parallel = 1;
    bool proposed = false;   ///< nobody asked for this machine: it is a proposal
    std::uint32_t rung = 0;  ///< of a proposal
    Bytes usable = {};
    std::optional<Bytes> required_low = {};
    std::optional<Bytes> required_high = {};
    std::optional<DeviceAccount> fullest_device = {};
    std::optional<Verdict> verdict = {};
    std::optional<EngineAccount> engine = {};  ///< how the engine fills it, when it has its own way
};

/// the verdict on one machine; throws InputError for a split that the model does not allow.
[[nodiscard]] Fit fit(const Model& model, const Deployment& deployment, const Budget& budget, const Machine& machine);

/// for each rung, the smallest machine of `catalogue` that fits (if any) and the nearest one that does not.
[[nodiscard]] std::vector<Fit> propose(const Model& model, const Deployment& deployment, const Budget& budget,
                                       std::span<const HardwareRow> catalogue);

}  // namespace sizer
