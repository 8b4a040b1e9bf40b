#pragma once

#include <sizer/engine_log.hpp>
#include <sizer/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace sizer::test {

inline constexpr double k_mib = 1024.0 * 1024.0;
inline constexpr double k_gib = 1024.0 * k_mib;

inline EngineLog read(const std::string& text) { return read_engine_log(text, "start.log"); }

inline std::optional<LogNumber> find(const EngineLog& log, LogTerm term) {
    const auto found = std::find_if(log.observed.begin(), log.observed.end(),
                                    [&](const LogObservation& one) { return one.term == term; });
    return found == log.observed.end() ? std::nullopt : std::optional(found->number);
}

/// what the log has of that term, in its unit.
inline double in(double unit, const EngineLog& log, LogTerm term) {
    const auto number = find(log, term);
    REQUIRE(number);
    return static_cast<double>(number->value) / unit;
}

inline std::string option(const EngineLog& log, const std::string& key) {
    for (const auto& [name, value] : log.settings.engine_options) {
        if (name == key) { return value; }
    }
    return "";
}

inline Problem refusal(const std::string& text) {
    try {
        const auto unused = read(text);
    } catch (const InputError& error) { return error.problems().front(); }
    FAIL("the log was taken");
    return {};
}

}  // namespace sizer::test
