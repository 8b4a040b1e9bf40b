#include "report/number.hpp"

#include <array>
#include <string_view>

namespace sizer {
namespace {

constexpr std::uint64_t k_ten = 10;

struct Scale {
    std::uint64_t factor;
    std::string_view name;
};

constexpr std::uint64_t k_kilo = 1000;
constexpr std::uint64_t k_kibi = 1024;
constexpr std::array k_decimal = {Scale{k_kilo * k_kilo * k_kilo * k_kilo * k_kilo, "PB"},
                                  Scale{k_kilo * k_kilo * k_kilo * k_kilo, "TB"}, Scale{k_kilo * k_kilo * k_kilo, "GB"},
                                  Scale{k_kilo * k_kilo, "MB"}, Scale{k_kilo, "kB"}};
constexpr std::array k_binary = {
    Scale{k_kibi * k_kibi * k_kibi * k_kibi * k_kibi, "PiB"}, Scale{k_kibi * k_kibi * k_kibi * k_kibi, "TiB"},
    Scale{k_kibi * k_kibi * k_kibi, "GiB"}, Scale{k_kibi * k_kibi, "MiB"}, Scale{k_kibi, "KiB"}};
constexpr std::array k_counts = {Scale{k_kilo * k_kilo * k_kilo * k_kilo, "T"}, Scale{k_kilo * k_kilo * k_kilo, "B"},
                                 Scale{k_kilo * k_kilo, "M"}, Scale{k_kilo, "K"}};

/// value / factor rounded to `places` decimals, trailing zeros dropped down to `least` of them.
std::string fixed(std::uint64_t value, std::uint64_t factor, int places, int least) {
    __extension__ using Wide = unsigned __int128;
    std::uint64_t power = 1;
    for (int i = 0; i < places; ++i) { power *= k_ten; }
    const auto scaled = static_cast<std::uint64_t>((static_cast<Wide>(value) * power + factor / 2) / factor);
    std::string fraction = std::to_string(power + scaled % power).substr(1);
    while (static_cast<int>(fraction.size()) > least && fraction.back() == '0') { fraction.pop_back(); }
    return grouped(scaled / power) + (fraction.empty() ? "" : "." + fraction);
}

}  // namespace

std::string grouped(std::uint64_t count) {
    constexpr std::size_t k_group = 3;
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > k_group;) {
        at -= k_group;
        digits.insert(at, ",");
    }
    return digits;
}

std::string short_bytes(Bytes bytes, Units units) {
    // Terabytes begin late: people compare machines and models in GB up to thousands of them.
    constexpr std::uint64_t k_late = 10;
    const auto& scales = units == Units::gb ? k_decimal : k_binary;
    const std::uint64_t giga = scales[2].factor;
    for (const auto& scale : scales) {
        if (bytes.count() / (scale.factor > giga ? k_late : 1) >= scale.factor) {
            return fixed(bytes.count(), scale.factor, 1, 1) + " " + std::string(scale.name);
        }
    }
    return std::to_string(bytes.count()) + " B";
}

std::string short_params(Params params) {
    constexpr int k_places = 2;
    for (const auto& scale : k_counts) {
        if (params.count() >= scale.factor) {
            return fixed(params.count(), scale.factor, k_places, 0) + std::string(scale.name);
        }
    }
    return std::to_string(params.count());
}

std::string decimal(PerMille share) { return fixed(share.value, k_ten, 1, 1); }

std::string decimal(Ratio ratio) {
    constexpr int k_places = 4;
    return fixed(ratio.numerator, ratio.denominator, k_places, 0);
}

}  // namespace sizer
