#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include <sizer/assessment.hpp>

#include <nlohmann/json.hpp>

namespace sizer {

/// how the engine fills the first machine asked for; null with the rule, without a machine or without a total.
[[nodiscard]] nlohmann::ordered_json engine_json(const Assessment& assessment);

}  // namespace sizer
