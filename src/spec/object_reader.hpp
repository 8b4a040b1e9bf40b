#pragma once

// Only *_json.cpp files include this header: it brings the JSON library.

#include <sizer/error.hpp>
#include <sizer/quantity.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// One JSON object while it is read: typed fields by name, mistakes collected with their JSON pointer, and in the end a
/// complaint about every key that nobody asked for.
class ObjectReader {
public:
    using Json = nlohmann::ordered_json;

    ObjectReader(const Json& object, std::string origin, std::string pointer, std::vector<Problem>& problems);

    /// the object at `key`, read in its own right; nothing when absent.
    [[nodiscard]] std::optional<ObjectReader> object(std::string_view key);

    [[nodiscard]] std::optional<std::string> text(std::string_view key);
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key);
    [[nodiscard]] std::optional<double> number(std::string_view key);
    [[nodiscard]] bool flag(std::string_view key);  ///< false when absent
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    [[nodiscard]] std::vector<std::uint32_t> counts(std::string_view key);
    [[nodiscard]] std::optional<Ratio> ratio(std::string_view key);  ///< "57/100"

    /// one of `names`, as its position; the first when absent.
    [[nodiscard]] std::size_t choice(std::string_view key, std::initializer_list<std::string_view> names);

    /// a text that must be there and not be empty.
    [[nodiscard]] std::string required_text(std::string_view key);

    /// `key` is read elsewhere, or only shown.
    void known(std::string_view key) { m_known.emplace_back(key); }

    /// reports every key that was neither asked for nor declared known.
    void refuse_unknown_keys();

    /// a mistake at `key` of this object, or at the object itself when `key` is empty.
    void complain(Message what, std::string_view key, Statement mend = {}, std::vector<NamedOperand> operands = {});

    [[nodiscard]] const Json& json() const { return m_object; }
    [[nodiscard]] const std::string& origin() const { return m_origin; }
    [[nodiscard]] const std::string& pointer() const { return m_pointer; }

    /// the value of `key`, null when absent or null; the key counts as known from then on.
    const Json* value(std::string_view key);
    void wrong_type(std::string_view key, std::string_view wanted);

private:
    const Json& m_object;
    std::string m_origin;
    std::string m_pointer;
    std::vector<Problem>& m_problems;
    std::vector<std::string> m_known;
};

}  // namespace sizer
