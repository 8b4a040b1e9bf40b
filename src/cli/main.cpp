#include "cli/terminal.hpp"

#include <sizer/run.hpp>

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    constexpr int k_bug = 70;
    try {
        std::ios::sync_with_stdio(false);
        return sizer::run({argv + 1, argv + argc}, std::cin, std::cout, std::cerr, sizer::this_terminal());
    } catch (const std::exception& error) {
        std::cerr << "sizer: internal error: " << error.what()
                  << "\n  hint: this is a bug in sizer; please report it\n";
        return k_bug;
    }
}
