#pragma once

#include <sizer/error.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

/// The mistakes met in one file; collected, so that a user sees them in one go.
class HfProblems {
public:
    explicit HfProblems(std::string file) : m_file(std::move(file)) {}

    void add(std::string pointer, Statement what, Statement mend = {});

    /// throws InputError when there are any.
    void report() const;

private:
    std::string m_file;
    std::vector<Problem> m_problems;
};

/// One object of a config, read key by key. A key that is absent or null gives nothing; a value of another type, or out
/// of range, gives nothing and is a problem with its JSON pointer. Nobody asks for most keys: those are left alone. It
/// points into the document: keep that alive.
class HfObject {
public:
    /// `value` must be an object.
    HfObject(const nlohmann::ordered_json& value, std::string pointer, HfProblems& problems);

    [[nodiscard]] bool has(std::string_view key) const;       ///< there, and not null
    [[nodiscard]] bool contains(std::string_view key) const;  ///< there, null perhaps
    [[nodiscard]] bool is_array(std::string_view key) const;
    [[nodiscard]] bool is_text(std::string_view key) const;
    [[nodiscard]] bool is_object(std::string_view key) const;

    /// a whole number from 0 to `most`; 4096.0 is one too.
    [[nodiscard]] std::optional<std::uint64_t> whole(std::string_view key, std::uint64_t most) const;
    [[nodiscard]] std::optional<double> real(std::string_view key) const;
    [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
    [[nodiscard]] std::optional<HfObject> object(std::string_view key) const;

    /// arrays; empty when absent, or when an element is of another type.
    [[nodiscard]] std::vector<std::uint64_t> wholes(std::string_view key, std::uint64_t most) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    [[nodiscard]] std::vector<HfObject> objects(std::string_view key) const;

    [[nodiscard]] std::vector<std::string> keys() const;

    /// notes a mistake at `key`.
    void complain(std::string_view key, Statement what, Statement mend = {}) const;

private:
    [[nodiscard]] const nlohmann::ordered_json* find(std::string_view key) const;
    [[nodiscard]] const nlohmann::ordered_json* array(std::string_view key) const;
    [[nodiscard]] std::string pointer(std::string_view key) const;
    void wrong_type(const std::string& pointer, const std::string& wanted) const;
    [[nodiscard]] std::optional<std::uint64_t> whole_at(const std::string& pointer, const nlohmann::ordered_json& value,
                                                        std::uint64_t most) const;

    const nlohmann::ordered_json* m_value;
    std::string m_pointer;
    HfProblems* m_problems;
};

/// A parsed config.
class HfDocument {
public:
    /// parses; throws InputError, also when the top is no object.
    HfDocument(std::string_view text, const std::string& file);
    ~HfDocument();
    HfDocument(const HfDocument&) = delete;
    HfDocument& operator=(const HfDocument&) = delete;

    [[nodiscard]] HfObject root();
    [[nodiscard]] const HfProblems& problems() const { return m_problems; }

private:
    std::unique_ptr<const nlohmann::ordered_json> m_value;
    HfProblems m_problems;
};

}  // namespace sizer
