#pragma once

#include <sizer/deployment.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

/// A deployment as its file gives it: numbers are numbers, names are still names that the catalogue resolves.
struct DeploymentSpec {
    std::optional<std::uint64_t> context = {};
    std::optional<std::uint64_t> batch = {};
    std::optional<std::uint64_t> sessions = {};
    std::optional<std::string> kv_format = {};
    std::optional<std::string> engine = {};
    std::vector<std::pair<std::string, std::string>> engine_options = {};  ///< in the file's order
    std::optional<Margin> margin = {};
    std::optional<std::string> basis = {};
    std::vector<std::string> hardware = {};
    std::optional<std::uint64_t> tp = {};
    std::optional<std::uint64_t> pp = {};
    std::optional<std::uint64_t> seed = {};
    std::optional<std::uint64_t> activations = {};  ///< bytes
    std::optional<std::uint64_t> overhead = {};     ///< bytes
};

/// the spec that `text` holds; `file` is the name that errors carry. Throws InputError with a JSON pointer for every
/// mistake.
[[nodiscard]] DeploymentSpec deployment_spec_from_json(std::string_view text, const std::string& file);

/// the same from the file at `path`, or from `in` when that is "-".
[[nodiscard]] DeploymentSpec read_deployment_spec(const std::string& path, std::istream& in);

}  // namespace sizer
