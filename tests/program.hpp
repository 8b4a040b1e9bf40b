#pragma once

#include <sizer/run.hpp>

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace sizer::test {

/// What one run of the whole program gave.
struct Outcome {
    int status = 0;
    std::string out;
    std::string err;

    [[nodiscard]] nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
};

inline Outcome run_program(const std::vector<std::string>& arguments, const std::string& input = {},
                           const Terminal& terminal = {}) {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const int status = run(arguments, in, out, err, terminal);
    return {status, out.str(), err.str()};
}

/// the words of a command line; no quoting, since no test needs it.
inline std::vector<std::string> words(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> all;
    for (std::string word; stream >> word;) { all.push_back(word); }
    return all;
}

inline Outcome run_line(const std::string& line) { return run_program(words(line)); }

}  // namespace sizer::test
