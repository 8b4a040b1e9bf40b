#pragma once

#include "contract/contract_json.hpp"

#include <sizer/verification.hpp>

#include <string>
#include <string_view>

namespace sizer {

/// the contract of `sizer verify`: predicted, observed and error for each term of the log.
[[nodiscard]] std::string verification_json(const Verification& verification, const Speaker& say,
                                            std::string_view version);

}  // namespace sizer
