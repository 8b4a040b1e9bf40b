#pragma once

#include <string_view>

namespace sizer {

/// data/contract.schema.json, as it was when the program was built.
extern const std::string_view k_contract_schema;

}  // namespace sizer
