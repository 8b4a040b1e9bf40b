#pragma once

#include "cli/options.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/model.hpp>

#include <iosfwd>
#include <map>
#include <string>

namespace sizer {

/// the model that the command line names, its own values overridden by flags: a catalogue row, a file or folder of any
/// kind, "-" for a specification on `in`, a model in another program's store, or flags alone. Throws InputError.
[[nodiscard]] Model resolve_model(const Options& options, const Catalogue& catalogue, std::istream& in,
                                  const std::map<std::string, std::string>& environment);

}  // namespace sizer
