#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include "contract/contract_json.hpp"

#include <sizer/lever.hpp>

#include <nlohmann/json.hpp>

namespace sizer {

/// each change recomputed: [ { "change", "flag", "total_bytes", "saves_bytes", "verdict", "hardware", "count" } ], and
/// "cost" where something is known of the quality.
[[nodiscard]] nlohmann::ordered_json levers_json(const Levers& levers, const Speaker& say);

}  // namespace sizer
