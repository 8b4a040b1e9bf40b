#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sizer {

/// One option of `sizer train`.
struct TrainFlag {
    std::string_view name;   ///< "--seq"
    std::string_view value;  ///< what it takes, for the help
    std::string_view about;
};

/// what `sizer train` takes beside the options of the model, the machine and the output.
[[nodiscard]] std::span<const TrainFlag> train_flags();

/// what was typed, by the flag's name, still text.
using TrainOptions = std::map<std::string_view, std::optional<std::string>>;

/// every flag of `sizer train`, none of them given.
[[nodiscard]] TrainOptions empty_train_options();

}  // namespace sizer
