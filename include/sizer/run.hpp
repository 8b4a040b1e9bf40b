#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace sizer {

/// What the program may know of the person's terminal and surroundings; main fills it, tests choose it.
struct Terminal {
    bool is_terminal = false;  ///< standard output is a terminal
    bool colour = false;       ///< colour is allowed there (NO_COLOR, TERM=dumb already considered)
    bool unicode = true;       ///< the locale is UTF-8
    int width = 80;
    std::map<std::string, std::string> environment = {};  ///< where other programs keep models: HOME, HF_HOME, ...
};

/// The whole program: `arguments` without the program's name. Returns the exit status: 0 done, 1 the answer is no, 2
/// bad input, 3 cannot say, 74 output could not be written. Anything it throws is a bug.
int run(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, std::ostream& err,
        const Terminal& terminal);

}  // namespace sizer
