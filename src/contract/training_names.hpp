#pragma once

#include <sizer/training.hpp>

#include <span>
#include <string>
#include <string_view>

namespace sizer {

// The names of a plan's choices, in the order of their enumerations: what is typed and what the contract says.
[[nodiscard]] std::span<const std::string_view> method_names();
[[nodiscard]] std::span<const std::string_view> optimizer_names();
[[nodiscard]] std::span<const std::string_view> precision_names();
[[nodiscard]] std::span<const std::string_view> quant_names();
[[nodiscard]] std::span<const std::string_view> checkpointing_names();
[[nodiscard]] std::span<const std::string_view> loss_names();
[[nodiscard]] std::span<const std::string_view> offload_names();
[[nodiscard]] std::span<const std::string_view> trainer_names();
[[nodiscard]] std::span<const std::string_view> target_names();
[[nodiscard]] std::span<const std::string_view> on_off_names();

/// the term's name in the contract: "gradients".
[[nodiscard]] std::string_view term_key(TrainingTermName name);

/// the name of an enumerator.
template <class Choice>
[[nodiscard]] std::string name_of(std::span<const std::string_view> names, Choice choice) {
    return std::string(names[static_cast<std::size_t>(choice)]);
}

/// "q,v"
[[nodiscard]] std::string targets_text(const Targets& targets);

}  // namespace sizer
