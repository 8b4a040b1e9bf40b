#pragma once

#include <sizer/statement.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sizer {

/// Where an input is wrong: a flag, or a file with the byte offset, the line or the JSON pointer in it.
struct Place {
    std::string name;  ///< "--ctx", "model.gguf", "-" for standard input
    std::optional<std::string> pointer = {};
    std::optional<std::uint64_t> byte = {};
    std::optional<std::uint64_t> line = {};  ///< from 1
};

/// One mistake in the input: what is wrong, where, and how to mend it.
struct Problem {
    Statement what;
    Place where;
    Statement mend;
};

/// The one exception for bad input. Readers collect what they find and throw once, so that a user mends a file in one
/// go. The program answers with exit status 2 and prints nothing on standard output.
class InputError : public std::exception {
public:
    explicit InputError(std::vector<Problem> problems) : m_problems(std::move(problems)) {}
    explicit InputError(Problem problem) { m_problems.push_back(std::move(problem)); }

    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }
    [[nodiscard]] const char* what() const noexcept override { return "bad input"; }

private:
    std::vector<Problem> m_problems;
};

}  // namespace sizer
