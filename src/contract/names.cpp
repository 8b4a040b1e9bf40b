#include "contract/statements.hpp"

#include <string>

namespace sizer {
namespace {

/// numerator x scale / denominator, rounded to nearest.
std::uint64_t rounded(std::uint64_t numerator, std::uint64_t scale, std::uint64_t denominator) {
    __extension__ using Wide = unsigned __int128;
    if (denominator == 0) { return 0; }
    return static_cast<std::uint64_t>((static_cast<Wide>(numerator) * scale + denominator / 2) / denominator);
}

}  // namespace

std::string machine_name(const Machine& machine) {
    return std::to_string(machine.count) + " x " + std::string(machine.device.name);
}

std::string kv_format_text(const Deployment& deployment) {
    std::string text(deployment.k_format.id);
    if (deployment.v_format.id != deployment.k_format.id) { text += "/" + std::string(deployment.v_format.id); }
    return text;
}

std::string_view basis_key(Basis basis) {
    switch (basis) {
    case Basis::rule: return "rule";
    case Basis::shape: return "shape";
    case Basis::engine: return "engine";
    case Basis::file: return "file";
    case Basis::given: break;
    }
    return "given";
}

PerMille share(Bytes part, Bytes whole) {
    constexpr std::uint64_t k_permille = 1000;
    return {rounded(part.count(), k_permille, whole.count())};
}

Ratio times(Bytes a, Bytes b) {
    constexpr std::uint64_t k_tenths = 10;
    return {rounded(a.count(), k_tenths, b.count()), k_tenths};
}

}  // namespace sizer
