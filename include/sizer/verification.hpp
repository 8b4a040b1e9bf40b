#pragma once

#include <sizer/deployment.hpp>
#include <sizer/engine_log.hpp>
#include <sizer/model.hpp>
#include <sizer/statement.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// One term held against the log. Numbers are bytes, tokens or hundredths, as the term says.
struct VerifiedTerm {
    LogTerm term{};
    std::optional<std::uint64_t> predicted = {};  ///< absent: not predicted, so not judged
    LogNumber observed = {};
    std::optional<std::int64_t> error_permille = {};  ///< of what was observed; absent also where that is nothing
    bool within = true;                               ///< the tolerance, the log's own rounding left out
};

/// A budget held against what an engine says it allocated.
struct Verification {
    Model model;
    Deployment deployment;
    EngineLog log;
    std::string log_name = {};
    std::vector<std::string> from_log = {};  ///< settings taken from the log: "context 8192"
    std::uint32_t tolerance_permille = 0;
    bool memory_known = true;  ///< the pool could be predicted, if the engine has one
    std::vector<VerifiedTerm> terms = {};
    std::vector<Statement> evidence = {};
    std::vector<Statement> limitations = {};

    [[nodiscard]] bool judged() const;  ///< one term at least was predicted
    [[nodiscard]] bool within() const;  ///< every term that was
};

/// the default tolerance: 5 %.
inline constexpr std::uint32_t k_standard_tolerance_permille = 50;

/// `model` served as `deployment` says, held against `log`. Pure; throws InputError for what the engine refuses or a
/// split that the model does not allow, and Overflow.
[[nodiscard]] Verification verify(const Model& model, const Deployment& deployment, const EngineLog& log,
                                  std::uint32_t tolerance_permille);

/// adds the evidence, which cites the numbers of the terms, and what the comparison does not prove.
void add_statements(Verification& verification);

}  // namespace sizer
