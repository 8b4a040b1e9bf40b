#include "report/language.hpp"

#include <algorithm>

namespace sizer {

const Language* find_language(std::string_view code) {
    const auto found =
        std::find_if(k_languages.begin(), k_languages.end(), [&](const Language& each) { return each.code == code; });
    return found == k_languages.end() ? nullptr : &*found;
}

const Language& english() {
    static const Language& found = *find_language("en");
    return found;
}

}  // namespace sizer
