#pragma once

// Only *_json.cpp files include this header: it brings the JSON library. What the contracts of every command have in
// common.

#include "contract/contract_json.hpp"

#include <sizer/assessment.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// the count, or null where it is not known.
[[nodiscard]] nlohmann::ordered_json bytes_json(const std::optional<Bytes>& bytes);

/// A tenth is the finest that is said; the nearest double prints as that one decimal everywhere.
[[nodiscard]] double tenths(PerMille value);
[[nodiscard]] double tenths(Ratio value);

/// "fits"
[[nodiscard]] std::string_view verdict_key(Verdict verdict);

/// "15-20"
[[nodiscard]] std::string margin_text(const Margin& margin);

/// "auto"
[[nodiscard]] std::string_view choice_key(BasisChoice choice);

/// the model as resolved, with the format its weights are in.
[[nodiscard]] nlohmann::ordered_json model_json(const Model& model, std::string_view format);

/// the deployment as resolved.
[[nodiscard]] nlohmann::ordered_json deployment_json(const Deployment& deployment);

/// "sizer": which program, and which of its commands, wrote the contract.
[[nodiscard]] nlohmann::ordered_json program_json(std::string_view version, std::string_view command);

/// the machines asked for, in their order.
[[nodiscard]] nlohmann::ordered_json machines_json(const std::vector<Machine>& machines);

/// bytes, basis, formula and the share of `total`.
[[nodiscard]] nlohmann::ordered_json term_json(const Term& term, const std::optional<Bytes>& total, const Speaker& say);

/// { "low", "high" }
[[nodiscard]] nlohmann::ordered_json band_json(const std::optional<Bytes>& low, const std::optional<Bytes>& high);

/// one machine's verdict; `device` is the account of its fullest device.
[[nodiscard]] nlohmann::ordered_json fit_json(const Fit& fit, nlohmann::ordered_json device);

[[nodiscard]] nlohmann::ordered_json sentences(const std::vector<Statement>& statements, const Speaker& say);
[[nodiscard]] nlohmann::ordered_json decisions_json(const std::vector<Decision>& decisions, const Speaker& say);

/// the contract as text: two spaces of indent, a newline at the end.
[[nodiscard]] std::string contract_text(const nlohmann::ordered_json& contract);

}  // namespace sizer
