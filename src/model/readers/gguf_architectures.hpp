#pragma once

#include <sizer/architecture.hpp>

#include <cstdint>
#include <string_view>

namespace sizer {

/// How an architecture lays windows over its layers when the file has no pattern of its own.
struct WindowRule {
    static constexpr std::int32_t k_none = -1;
    std::int32_t period = k_none;  ///< every period-th layer sees all; 0: none does; k_none: the window is not used
    bool dense_first = false;      ///< it is the first of each period, not the last
    std::uint32_t tokens = 0;      ///< window where the file does not say
    bool chunked = false;
};

/// What llama.cpp knows about the architecture of that name.
struct GgufArchitecture {
    std::string_view name;
    Design design = Design::standard;
    WindowRule window = {};
};

/// null for a name that is not known, or whose cache cannot be told from the keys.
[[nodiscard]] const GgufArchitecture* gguf_architecture_row(std::string_view name);

}  // namespace sizer
