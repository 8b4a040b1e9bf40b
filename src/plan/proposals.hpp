#pragma once

#include <sizer/plan.hpp>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace sizer {

/// The verdict on one machine; nothing for one that is not to be considered.
using Judge = std::function<std::optional<Fit>(const Machine&)>;

/// for each rung, the smallest machine of `catalogue` that `judge` says fits (if any) and the nearest one that does
/// not.
[[nodiscard]] std::vector<Fit> proposals(std::span<const HardwareRow> catalogue, const Judge& judge);

}  // namespace sizer
