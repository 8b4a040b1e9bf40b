#pragma once

#include "cli/options.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/deployment.hpp>
#include <sizer/error.hpp>
#include <sizer/model.hpp>

#include <iosfwd>
#include <map>
#include <string>

namespace sizer {

/// What was asked for, resolved: names are rows, files are read, flags have overridden what they override.
struct Request {
    Model model;
    Deployment deployment;
};

/// the request of a command line; reads the files it names and, for "-", `in`. Throws InputError with every mistake
/// that can be told at once.
[[nodiscard]] Request resolve(const Options& options, const Catalogue& catalogue, std::istream& in,
                              const std::map<std::string, std::string>& environment);

/// one machine as typed: "h100", "2xh100", "apple-m4-16gb", "cpu-2ch-ddr5-5600:64GB"; throws InputError at `where`.
[[nodiscard]] Machine resolve_machine(const std::string& text, const Catalogue& catalogue, const Place& where);

}  // namespace sizer
