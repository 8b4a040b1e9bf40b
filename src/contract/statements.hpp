#pragma once

#include <sizer/assessment.hpp>

#include <optional>

namespace sizer {

/// the path through the course's flow chart: weights, cache, margin, does it fit, what dominates, which lever.
[[nodiscard]] std::vector<Decision> decisions(const Assessment& assessment);

/// sentences that each cite numbers of the result.
[[nodiscard]] std::vector<Statement> evidence(const Assessment& assessment);

/// what the result does not prove, chosen by what was really assumed.
[[nodiscard]] std::vector<Statement> limitations(const Assessment& assessment);

/// whether one machine holds it, as a step of the path; the verdict must be known.
[[nodiscard]] Decision fits_step(const Fit& fit);

/// the verdict on one machine as a sentence; it must be known.
[[nodiscard]] Statement verdict_of(const Fit& fit);

/// the verdict on the first machine that was asked for; null when all are proposals.
[[nodiscard]] const Fit* asked_fit(const Assessment& assessment);

/// what an engine with a pool prints of the machine that `result.engine` shows; nothing for engines without one.
[[nodiscard]] std::optional<Statement> pool_of(const Assessment& assessment);

/// adds which row was taken for a short name that stands for several ("h100").
void say_rows_taken(const std::vector<Machine>& machines, std::vector<Statement>& said);

/// adds what one machine's figures do not prove, once for each kind of device.
void say_machine_limits(const Fit& fit, std::vector<Statement>& said);

/// the machine as a person names it: "2 x NVIDIA H100 SXM5 80 GB".
[[nodiscard]] std::string machine_name(const Machine& machine);

/// the cache's formats as they are typed: "q8_0", or "q8_0/f16" for K and V.
[[nodiscard]] std::string kv_format_text(const Deployment& deployment);

/// the basis' name in the contract: "shape".
[[nodiscard]] std::string_view basis_key(Basis basis);

/// part / whole in tenths of a per cent, rounded to nearest.
[[nodiscard]] PerMille share(Bytes part, Bytes whole);

/// a / b with one decimal, rounded to nearest.
[[nodiscard]] Ratio times(Bytes a, Bytes b);

}  // namespace sizer
