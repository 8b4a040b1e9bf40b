#pragma once

#include <sizer/catalogue.hpp>
#include <sizer/deployment.hpp>
#include <sizer/model.hpp>
#include <sizer/plan.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sizer {

/// What is looked for.
enum class SolveField : std::uint8_t {
    context,        ///< the largest
    sessions,       ///< the most
    devices,        ///< the fewest of the machine's kind
    weight_format,  ///< the widest of those that levers propose
    hardware        ///< the machine with least memory
};

/// their names, in the enum's order, as they are typed.
inline constexpr std::array<std::string_view, 5> k_solve_fields = {"ctx", "sessions", "gpus", "format", "hardware"};

/// One value, recomputed whole.
struct SolvedPoint {
    std::string value;  ///< as it is typed
    Model model;
    Deployment deployment;
    Machine machine;
    Bytes total = {};
    Verdict verdict = Verdict::no;
};

/// The value that fits, and the one beside it that does not, as proof.
struct Solution {
    SolveField field = SolveField::context;
    std::optional<SolvedPoint> answer = {};  ///< absent: not even the smallest fits
    std::optional<SolvedPoint> beside = {};  ///< absent: the answer is the last there is
};

/// the value of `field` that fits at the upper margin, found by search over the whole account, never by a formula. All
/// but `hardware` are judged on the first machine of the deployment, which must be there. Contexts end with what the
/// model was trained for. Pure; throws std::invalid_argument without a machine.
[[nodiscard]] Solution solve(SolveField field, const Model& model, const Deployment& deployment,
                             const Catalogue& catalogue);

}  // namespace sizer
