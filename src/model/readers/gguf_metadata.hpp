#pragma once

#include "model/readers/gguf_cursor.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// Value types of GGUF metadata. Source: GGUF specification, gguf_metadata_value_type.
enum class GgufValueType : std::uint32_t {
    uint8,
    int8,
    uint16,
    int16,
    uint32,
    int32,
    float32,
    boolean,
    string,
    array,
    uint64,
    int64,
    float64
};

/// Where one key's value stands in the file. Values are read when they are asked for.
struct GgufEntry {
    std::string_view key;
    GgufValueType type = GgufValueType::uint8;  ///< of the value, or of an array's elements
    bool is_array = false;
    std::uint64_t count = 1;   ///< elements
    std::uint64_t offset = 0;  ///< of the value, or of an array's first element
    std::uint64_t end = 0;     ///< the offset behind the value
};

/// The metadata of a GGUF file: an index over the mapped bytes. Lookups give nothing for an absent key and throw
/// InputError at the value's offset for one of the wrong type or range.
class GgufMetadata {
public:
    /// indexes `count` key-value pairs from the cursor on and leaves it behind them; throws InputError.
    GgufMetadata(GgufCursor& cursor, std::uint64_t count);

    [[nodiscard]] const GgufEntry* find(std::string_view key) const;
    [[nodiscard]] const std::vector<GgufEntry>& entries() const { return m_entries; }

    /// a whole number of any integer type, not negative and at most `most`.
    [[nodiscard]] std::optional<std::uint64_t> integer(std::string_view key, std::uint64_t most = UINT64_MAX) const;

    /// the whole numbers (or booleans, as 0 and 1) of an array of at most 4,096 elements; a scalar counts as an array
    /// of one. Empty when absent.
    [[nodiscard]] std::vector<std::uint64_t> integers(std::string_view key, std::uint64_t most = UINT64_MAX) const;

    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;

    /// a string as it may be shown (see printable.hpp).
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;

    /// elements of an array, whatever its type.
    [[nodiscard]] std::optional<std::uint64_t> length(std::string_view key) const;

    /// throws InputError: the value of `entry` is not one that this key may have.
    [[noreturn]] void refuse(const GgufEntry& entry) const;

private:
    [[nodiscard]] std::uint64_t whole_number(const GgufEntry& entry, std::uint64_t index, std::uint64_t most) const;
    void read_value(GgufCursor& cursor, GgufEntry& entry) const;
    void refuse_duplicates() const;

    GgufCursor m_source;  ///< a copy: its position is not used
    std::vector<GgufEntry> m_entries;
};

}  // namespace sizer
