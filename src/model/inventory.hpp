#pragma once

#include <sizer/architecture.hpp>
#include <sizer/model.hpp>

#include <optional>

namespace sizer {

/// every tensor of the model, named and shaped as llama.cpp's GGUF files of that architecture carry them; vision towers
/// as they sit in the checkpoint (class vision), multi-token-prediction layers as class mtp. Nothing for an
/// architecture that is not known or lacks the dimensions that tensors need. Throws Overflow.
[[nodiscard]] std::optional<TensorInventory> tensor_inventory(const Architecture& architecture);

/// unique parameters: every element, except those of MTP layers.
[[nodiscard]] Params parameter_count(const TensorInventory& inventory);

/// parameters computed for each token: a mixture's text model with only experts_per_token of its experts; everything
/// for a dense model. Nothing when there is no inventory.
[[nodiscard]] std::optional<Params> active_parameter_count(const Architecture& architecture);

}  // namespace sizer
