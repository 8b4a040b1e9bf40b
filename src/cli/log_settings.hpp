#pragma once

#include "cli/options.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/engine_log.hpp>

#include <string>
#include <vector>

namespace sizer {

/// A command line filled up with a log's settings.
struct LogOptions {
    Options options;
    std::vector<std::string> taken = {};  ///< from the log: "context 8192"
};

/// `options` with the log's engine, context, sessions, formats and degrees wherever they do not say their own; what the
/// catalogue does not know is left out. Throws InputError at the log's line for a number that no engine runs with.
[[nodiscard]] LogOptions with_log_settings(const Options& options, const EngineLog& log, const std::string& log_name,
                                           const Catalogue& catalogue);

}  // namespace sizer
