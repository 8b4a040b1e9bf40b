#pragma once

#include <sizer/model.hpp>
#include <sizer/statement.hpp>

#include "contract/contract_json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// What a model file was understood to be.
struct Inspection {
    Model model;
    std::string container = {};         ///< "gguf", "safetensors", "config", "json"
    std::uint32_t version = 0;          ///< of the container, 0 where it has none
    std::uint64_t header_bytes = 0;     ///< 0 where unknown
    std::uint64_t data_offset = 0;      ///< of the tensors' data
    std::vector<Statement> notes = {};  ///< what is missing or odd
};

/// bytes of cache that one more token adds in f16, beyond every window.
[[nodiscard]] Bytes cache_slope_f16(const KvLayout& layout);

/// the inspection as JSON: architecture, dimensions, tensors by class and type, cache layout, context limit.
[[nodiscard]] std::string inspection_json(const Inspection& inspection, const Speaker& say, std::string_view version);

}  // namespace sizer
