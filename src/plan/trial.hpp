#pragma once

#include <sizer/lever.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// A request with changes made, before it is recomputed.
struct Trial {
    Model model;
    Deployment deployment;
    Machine machine;
};

/// A step and what it does to a request. It may view the catalogue's rows.
struct Change {
    LeverStep step;
    std::function<void(Trial&)> make;
};

/// the request with the change made.
[[nodiscard]] inline Trial with(Trial request, const Change& change) {
    change.make(request);
    return request;
}

/// the machine as it is typed: "2xh100-sxm".
[[nodiscard]] std::string typed_machine(const Machine& machine);

/// the changed request's account on its machine, against the total that it had; nothing for what the engine or the
/// split refuses, and for numbers that overflow.
[[nodiscard]] std::optional<Lever> recomputed(std::vector<LeverStep> steps, const Trial& trial, Bytes before);

/// the single changes to try of one kind, the gentlest first, none of which is judged yet.
[[nodiscard]] std::vector<Change> changes(LeverKind kind, const Trial& request, const Catalogue& catalogue);

}  // namespace sizer
