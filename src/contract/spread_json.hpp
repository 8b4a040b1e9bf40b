#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include "contract/contract_json.hpp"

#include <sizer/spread.hpp>

#include <nlohmann/json.hpp>

namespace sizer {

/// one object an engine: its terms, totals and verdicts, or null and why it refuses.
[[nodiscard]] nlohmann::ordered_json spread_json(const Spread& spread, const Speaker& say);

}  // namespace sizer
