#include <sizer/engine.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace sizer {
namespace {

std::optional<std::uint64_t> whole(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string_view EngineOptions::text(std::string_view key) const {
    for (const auto& [name, value] : m_deployment.engine_options) {
        if (name == key) { return value; }
    }
    for (const auto& each : m_deployment.engine_row.keys) {
        if (each.name == key) { return each.standard; }
    }
    return {};
}

std::optional<std::uint64_t> EngineOptions::count(std::string_view key) const { return whole(text(key)); }

std::optional<Ratio> EngineOptions::share(std::string_view key) const {
    const std::string_view value = text(key);
    const auto point = value.find('.');
    const auto before = whole(value.substr(0, point));
    if (!before) { return std::nullopt; }
    if (point == std::string_view::npos) { return Ratio{*before, 1}; }
    const std::string_view decimals = value.substr(point + 1);
    const auto after = whole(decimals);
    if (!after) { return std::nullopt; }
    constexpr std::uint64_t k_ten = 10;
    std::uint64_t denominator = 1;
    for (std::size_t i = 0; i < decimals.size(); ++i) { denominator = checked_mul(denominator, k_ten); }
    return Ratio{checked_add(checked_mul(*before, denominator), *after), denominator};
}

Ratio EngineOptions::constant(std::string_view name) const {
    const auto& all = m_deployment.engine_row.constants;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const EngineConstant& each) { return each.name == name; });
    if (found == all.end()) { throw std::out_of_range("no constant " + std::string(name)); }
    return found->value;
}

}  // namespace sizer
