#pragma once

#include <sizer/engine_row.hpp>
#include <sizer/format.hpp>
#include <sizer/hardware.hpp>
#include <sizer/quantity.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sizer {

/// The strongest basis wins unless one is asked for.
enum class BasisChoice : std::uint8_t { automatic, rule, shape, file, engine };

/// The margin band in tenths of a per cent: 150 to 200 is 15 % to 20 %.
struct Margin {
    std::uint32_t low_permille = 150;
    std::uint32_t high_permille = 200;
    friend bool operator==(const Margin&, const Margin&) = default;
};

/// One machine: `count` equal devices.
struct Machine {
    HardwareRow device;
    std::uint32_t count = 1;
    std::string asked = {};  ///< the name as typed, to say which row was taken
};

/// How a model is to be served. Formats point into the catalogue's rows.
struct Deployment {
    Tokens context{4096};     ///< of each session
    std::uint64_t batch = 1;  ///< sequences in flight for each session
    std::uint64_t sessions = 1;
    FormatRow weight_format;
    std::shared_ptr<const std::string> own_format_name = {};  ///< what weight_format.id views when no row has that name
    bool file_format = false;                                 ///< the weights stay as the model's file has them
    FormatRow k_format;
    FormatRow v_format;
    std::string engine = "rule";  ///< the row's id
    EngineRow engine_row = {};    ///< its keys and constants; empty for the rule
    std::vector<std::pair<std::string, std::string>> engine_options = {};
    Margin margin = {};
    BasisChoice basis = BasisChoice::automatic;
    std::optional<Bytes> activations = {};  ///< given by hand
    std::optional<Bytes> overhead = {};     ///< given by hand
    std::vector<Machine> machines = {};
    std::optional<std::uint32_t> tensor_parallel = {};
    std::optional<std::uint32_t> pipeline_parallel = {};
    std::uint64_t seed = 42;
    bool require_fit = false;
};

/// sequences in flight: batch x sessions; throws Overflow.
[[nodiscard]] inline std::uint64_t sequences(const Deployment& deployment) {
    return checked_mul(deployment.batch, deployment.sessions);
}

}  // namespace sizer
