#pragma once

#include <sizer/budget.hpp>
#include <sizer/catalogue.hpp>
#include <sizer/deployment.hpp>
#include <sizer/plan.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// What a lever changes of a request.
enum class LeverKind : std::uint8_t { kv_format, sessions, batch, context, weight_format, model, devices, device };

/// One change: the value that takes the place of the request's own.
struct LeverStep {
    LeverKind kind = LeverKind::kv_format;
    std::string value;                      ///< as it is typed: "int8", "16", "2xh100-sxm"
    std::uint32_t nominal_bits_tenths = 0;  ///< of a format
    std::uint32_t perplexity_permille = 0;  ///< of a weight format, where it was measured
    friend bool operator==(const LeverStep&, const LeverStep&) = default;
};

/// A request with one change, or a pair of them, recomputed whole and judged on a machine.
struct Lever {
    std::vector<LeverStep> steps;
    Bytes total = {};
    Bytes saves = {};  ///< of the total of one unsharded instance; 0 for another machine
    Verdict verdict = Verdict::no;
    Machine machine = {};  ///< that it is judged on
};

/// What can be done about a request that does not fit.
struct Levers {
    Machine machine;  ///< the one that the request does not fit
    std::vector<Lever> changes =
        {};  ///< single ones, in the order that the dominant term gives, then the pairs that fit
    std::optional<Lever> smallest = {};  ///< the single change that fits and takes least away
    std::optional<Lever> pair = {};      ///< the first pair that fits
    bool weights_fit = false;            ///< a device holds them beside the overhead: the cache is what does not fit
};

/// the levers of a request that does not fit one of `fits`: the first machine asked for that it does not fit, else the
/// proposal that misses least. Nothing when all fit, or a term is not known. Each lever is a whole new account, never
/// an estimate. Source of the order: the course's flow chart, "which term dominates?".
[[nodiscard]] std::optional<Levers> levers(const Model& model, const Deployment& deployment, const Budget& budget,
                                           const std::vector<Fit>& fits, const Catalogue& catalogue);

}  // namespace sizer
