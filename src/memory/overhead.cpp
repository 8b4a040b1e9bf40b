#include "memory/terms.hpp"

namespace sizer {
namespace {
/// The course's table: 1-2 GB for each device (driver context, buffers, fragmentation); the upper end is taken.
constexpr Bytes k_each_device{2'000'000'000};
}  // namespace

OverheadTerm overhead_term(const Deployment& deployment, std::uint32_t devices) {
    OverheadTerm term;
    term.devices = devices;
    if (deployment.overhead) {
        term.bytes = *deployment.overhead * devices;
        term.basis = Basis::given;
        term.formula = {Message::formula_given};
        return term;
    }
    term.bytes = k_each_device * devices;
    term.formula = {Message::formula_overhead_rule, {{"devices", std::uint64_t{devices}}, {"each", k_each_device}}};
    return term;
}

}  // namespace sizer
