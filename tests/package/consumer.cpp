// What a second project sees: the installed headers and sizer::sizer, nothing else.
#include <sizer/assessment.hpp>
#include <sizer/run.hpp>

#include <iostream>

int main() {
    const sizer::Catalogue catalogue;
    if (catalogue.find_model("llama70b") == nullptr) { return 1; }
    return sizer::run({"--version"}, std::cin, std::cout, std::cerr, {});
}
