#pragma once

#include <sizer/run.hpp>

namespace sizer {

/// the terminal that standard output is, as the operating system and the environment say: width from COLUMNS or the
/// window, colour by NO_COLOR, CLICOLOR_FORCE and TERM, unicode by LC_ALL, LC_CTYPE and LANG.
[[nodiscard]] Terminal this_terminal();

}  // namespace sizer
