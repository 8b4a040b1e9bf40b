#pragma once

#include <sizer/error.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// What a JSON file may ask of us. The largest published config has 2.8 MB and 67,000 values.
inline constexpr std::size_t k_most_json_bytes = 16'000'000;
inline constexpr std::size_t k_most_json_depth = 64;
inline constexpr std::uint64_t k_most_json_values = 250'000;

/// the value that `text` holds, keys in the file's order; `file` is the name that errors carry. Throws InputError, with a
/// byte offset or a pointer, for what is empty, too large, too deep, not UTF-8, not JSON, or has a key twice. Python's
/// NaN and Infinity, which published configs hold, become `{}`: whoever wants a number there refuses it.
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view text, const std::string& file);

/// The mistakes met in one file; collected, so that a user mends it in one go.
class JsonProblems {
public:
    explicit JsonProblems(std::string file) : m_file(std::move(file)) {}

    void add(std::string pointer, Statement what, Statement mend);

    /// keeps the problems of what `read` throws.
    template <class Read>
    void attempt(Read&& read) {
        try {
            read();
        } catch (const InputError& error) {
            for (const auto& problem : error.problems()) { keep(problem); }
        }
    }

    /// throws InputError when there are any.
    void report() const;

    [[nodiscard]] bool any() const { return !m_problems.empty(); }
    [[nodiscard]] const std::string& file() const { return m_file; }

private:
    void keep(Problem problem);

    std::string m_file;
    std::vector<Problem> m_problems;
};

/// One object of a document, read key by key. A key that is absent or null gives nothing; a value of another type, or out
/// of range, gives nothing and is a problem with its JSON pointer. It points into the document: keep that alive.
class JsonObject {
public:
    /// `value` must be an object.
    JsonObject(const nlohmann::ordered_json& value, std::string pointer, JsonProblems& problems);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] bool is_text(std::string_view key) const;
    [[nodiscard]] bool is_array(std::string_view key) const;
    [[nodiscard]] bool is_object(std::string_view key) const;

    /// a whole number from 0 to `most`; "4096.0" is one too.
    [[nodiscard]] std::optional<std::uint64_t> whole(std::string_view key, std::uint64_t most) const;
    [[nodiscard]] std::optional<double> real(std::string_view key) const;
    [[nodiscard]] std::optional<bool> flag(std::string_view key) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
    [[nodiscard]] std::optional<JsonObject> object(std::string_view key) const;

    /// arrays; empty when absent, or when an element is of another type.
    [[nodiscard]] std::vector<std::uint64_t> wholes(std::string_view key, std::uint64_t most) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    [[nodiscard]] std::vector<JsonObject> objects(std::string_view key) const;

    [[nodiscard]] std::vector<std::string> keys() const;
    [[nodiscard]] std::string pointer(std::string_view key) const;
    [[nodiscard]] Place place(std::string_view key) const;
    [[nodiscard]] JsonProblems& problems() const { return *m_problems; }

    /// notes that the value of `key` should be of the JSON type `wanted`: "integer", "string", "array".
    void wrong_type(std::string_view key, const std::string& wanted) const;

private:
    [[nodiscard]] const nlohmann::ordered_json* find(std::string_view key) const;

    const nlohmann::ordered_json* m_value;
    std::string m_pointer;
    JsonProblems* m_problems;
};

/// A parsed file whose top is an object.
class JsonDocument {
public:
    /// parses; throws InputError.
    JsonDocument(std::string_view text, const std::string& file);
    ~JsonDocument();
    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;

    [[nodiscard]] JsonObject root() const;
    [[nodiscard]] JsonProblems& problems() const { return *m_problems; }

private:
    std::unique_ptr<const nlohmann::ordered_json> m_value;
    std::unique_ptr<JsonProblems> m_problems;
};

}  // namespace sizer
