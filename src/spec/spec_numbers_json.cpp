#include "spec/spec_numbers_json.hpp"

#include <cmath>

namespace sizer {

std::string number_text(const nlohmann::ordered_json& value) {
    if (value.is_string()) { return value.get<std::string>(); }
    if (value.is_number_float()) {
        constexpr double k_exact = 1e18;  // beyond that no limit admits it anyway
        const double real = value.get<double>();
        if (std::abs(real) < k_exact && std::trunc(real) == real) {
            return std::to_string(static_cast<std::int64_t>(real));
        }
    }
    return value.dump();
}

Problem wrong_type(const Place& where, const std::string& wanted) {
    return {{Message::wrong_type, {{"wanted", wanted}}}, where, {Message::mend_write_type, {{"wanted", wanted}}}};
}

}  // namespace sizer
