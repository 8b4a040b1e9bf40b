#pragma once

#include <sizer/engine_row.hpp>
#include <sizer/error.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

using EngineOptionList = std::vector<std::pair<std::string, std::string>>;

/// An engine as typed: its name and the keys after the colon, unchecked.
struct EngineText {
    std::string name;
    EngineOptionList options = {};
};

/// "NAME" or "NAME:KEY=VALUE,KEY=VALUE"; throws InputError at `where` for a part that is no KEY=VALUE.
[[nodiscard]] EngineText parse_engine(std::string_view text, const Place& where);

/// `options` as the engine's row reads them: every key of the row in its order, defaults filled in, counts in plain
/// digits. Throws InputError at `where` with every unknown key, repeated key and bad value.
[[nodiscard]] EngineOptionList checked_options(const EngineRow& row, const EngineOptionList& options,
                                               const Place& where);

}  // namespace sizer
