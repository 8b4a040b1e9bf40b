#pragma once

#include "cli/options.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/deployment.hpp>
#include <sizer/model.hpp>

namespace sizer {

/// sets the format of the weights: --format, else the file's own, the row's own, the native dtype, bf16. "4.5bpw" is a
/// uniform width. Throws InputError for a name that is none, or that only caches have.
void set_weight_format(const Options& options, const Model& model, const Catalogue& catalogue, Deployment& deployment);

}  // namespace sizer
