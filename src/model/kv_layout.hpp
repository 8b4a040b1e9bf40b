#pragma once

#include <sizer/architecture.hpp>
#include <sizer/model.hpp>

namespace sizer {

/// what the model's layers keep for the tokens they have seen, as the architecture has it: layers that keep the same
/// are one group, in the order in which they first occur. Empty for encoders. An engine may keep more (one that ignores
/// windows, one without absorbed latent attention). The design must be known: throws std::invalid_argument otherwise.
[[nodiscard]] KvLayout kv_layout(const Architecture& architecture);

}  // namespace sizer
