#pragma once

#include <sizer/quantity.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace sizer {

/// What the value of an engine's key may be, beside the words among its choices.
enum class EngineKeyKind : std::uint8_t {
    choice,  ///< one of the choices alone
    count,   ///< a whole number from `least` on: 512, 8k
    share,   ///< a share of one: 0.92
    text     ///< any word, such as a version
};

/// One key of `--engine NAME:KEY=VALUE`.
struct EngineKey {
    std::string_view name;
    EngineKeyKind kind = EngineKeyKind::choice;
    std::string_view standard = {};  ///< the value when the key is not given
    std::span<const std::string_view> choices = {};
    std::uint64_t least = 1;  ///< of a count
    std::string_view meaning = {};
};

/// A number that the engine's formulas use; exact, in millionths where it is not whole.
struct EngineConstant {
    std::string_view name;
    Ratio value = {};
};

/// How well one term is known for an engine; no measurements: it is a formula that nobody held against the engine.
struct EngineCalibration {
    std::string_view term;  ///< "kv_cache"
    std::uint64_t measurements = 0;
    double median_error_percent = 0;
    double worst_error_percent = 0;
};

/// One engine of the catalogue.
struct EngineRow {
    std::string_view id;
    std::span<const std::string_view> aliases = {};
    std::string_view json = {};  ///< the whole row as it stands in data/engines.json, source included
    std::string_view base = {};  ///< the engine whose code this one shares with other defaults; empty: its own
    std::string_view version = {};
    std::span<const EngineKey> keys = {};
    std::span<const EngineConstant> constants = {};
    std::span<const EngineCalibration> calibrations = {};
};

}  // namespace sizer
