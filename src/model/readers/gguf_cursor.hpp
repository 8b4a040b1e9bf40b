#pragma once

#include <sizer/error.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// A reading position in the bytes of a GGUF file. Every step is checked against the end; a step beyond it throws
/// InputError with the offset where it began. Nothing is copied: texts are views into the bytes.
class GgufCursor {
public:
    GgufCursor(std::span<const std::byte> bytes, std::string file) : m_bytes(bytes), m_file(std::move(file)) {}

    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] std::uint64_t left() const { return m_bytes.size() - m_offset; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] bool big_endian() const { return m_big_endian; }
    void set_big_endian(bool big_endian) { m_big_endian = big_endian; }
    void seek(std::uint64_t offset) { m_offset = offset; }

    /// the next unsigned number in the file's byte order.
    template <std::unsigned_integral T>
    [[nodiscard]] T number() {
        need(sizeof(T));
        T value{};
        std::memcpy(&value, m_bytes.data() + m_offset, sizeof(T));
        m_offset += sizeof(T);
        return m_big_endian ? swapped(value) : value;
    }

    /// the next string: 64-bit length, then its bytes. Source: GGUF specification, gguf_string_t.
    [[nodiscard]] std::string_view text();

    void skip(std::uint64_t bytes);

    /// steps over `count` elements of `width` bytes; the product may exceed 64 bits.
    void skip_elements(std::uint64_t count, std::uint32_t width);

    /// steps over `count` strings without looking at them.
    void skip_texts(std::uint64_t count);

    /// throws InputError at `offset`.
    [[noreturn]] void refuse(Statement what, std::uint64_t offset, Message mend = Message::mend_convert_again) const;

private:
    /// Numbers are read on the little-endian machines that the program is built for; on others the two would change
    /// places.
    template <std::unsigned_integral T>
    [[nodiscard]] static T swapped(T value) {
        if constexpr (sizeof(T) == 8) { return __builtin_bswap64(value); }
        if constexpr (sizeof(T) == 4) { return __builtin_bswap32(value); }
        if constexpr (sizeof(T) == 2) { return __builtin_bswap16(value); }
        return value;
    }

    void need(std::uint64_t bytes) const {
        if (bytes > left()) { refuse_cut(bytes, m_offset); }
    }
    [[noreturn]] void refuse_cut(std::uint64_t wanted, std::uint64_t offset) const;

    std::span<const std::byte> m_bytes;
    std::string m_file;
    std::uint64_t m_offset = 0;
    bool m_big_endian = false;
};

}  // namespace sizer
