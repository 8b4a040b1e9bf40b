#include <sizer/catalogue.hpp>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace sizer {
namespace {

constexpr std::size_t k_most_names = 3;
constexpr std::size_t k_longest_compared = 64;  // a longer name is not a slip of the finger

/// Edits (insert, delete, replace, swap neighbours) that turn `a` into `b`. Source: Damerau 1964, restricted form.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> now(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = std::min(now[j], before[j - 2] + 1);
            }
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[b.size()];
}

/// A part of a longer name is a good guess too: "coder480b" for "qwen3-coder-480b-a35b".
bool contains(const std::string& whole, const std::string& part) {
    constexpr std::size_t k_least = 3;
    return part.size() >= k_least && whole.find(part) != std::string::npos;
}

}  // namespace

std::string normalised_name(std::string_view name) {
    constexpr std::string_view k_ignored = "-_.:/ ";
    std::string normalised;
    normalised.reserve(name.size());
    for (const char c : name) {
        if (k_ignored.find(c) == std::string_view::npos) {
            normalised += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return normalised;
}

std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string_view> candidates) {
    const std::string wanted = normalised_name(name);
    if (wanted.empty() || wanted.size() > k_longest_compared) { return {}; }
    const std::size_t limit = std::max<std::size_t>(2, wanted.size() / 3);
    struct Near {
        std::size_t distance;
        std::string_view name;
    };
    std::vector<Near> near;
    for (const auto candidate : candidates) {
        const std::string other = normalised_name(candidate);
        std::size_t distance = edit_distance(wanted, other);
        if (distance > limit && contains(other, wanted)) { distance = limit; }
        if (distance <= limit && distance < std::max(wanted.size(), other.size())) {
            near.push_back({distance, candidate});
        }
    }
    std::stable_sort(near.begin(), near.end(), [](const Near& a, const Near& b) { return a.distance < b.distance; });
    std::vector<std::string> names;
    for (const auto& each : near) {
        if (names.size() == k_most_names) { break; }
        names.emplace_back(each.name);
    }
    return names;
}

}  // namespace sizer
