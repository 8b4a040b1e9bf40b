#pragma once

#include <sizer/error.hpp>

#include <vector>

namespace sizer {

/// Collects the problems of several readings, so that a command line is mended in one go.
class Problems {
public:
    template <class Read>
    void attempt(Read&& read) {
        try {
            read();
        } catch (const InputError& error) {
            m_all.insert(m_all.end(), error.problems().begin(), error.problems().end());
        }
    }

    void report() const {
        if (!m_all.empty()) { throw InputError(m_all); }
    }

private:
    std::vector<Problem> m_all;
};

}  // namespace sizer
