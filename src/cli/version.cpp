#include "cli/version.hpp"

namespace sizer {

std::string_view version() { return SIZER_VERSION; }

}  // namespace sizer
