#include "model/readers/gguf_cursor.hpp"

#include <bit>

namespace sizer {

static_assert(std::endian::native == std::endian::little);

std::string_view GgufCursor::text() {
    const std::uint64_t start = m_offset;
    const auto length = number<std::uint64_t>();
    if (length > left()) { refuse_cut(length, start); }
    const std::string_view view(reinterpret_cast<const char*>(m_bytes.data()) + m_offset, length);
    m_offset += length;
    return view;
}

void GgufCursor::skip(std::uint64_t bytes) {
    need(bytes);
    m_offset += bytes;
}

void GgufCursor::skip_elements(std::uint64_t count, std::uint32_t width) {
    if (count > left() / width) {
        std::uint64_t wanted = 0;
        if (__builtin_mul_overflow(count, std::uint64_t{width}, &wanted)) { wanted = UINT64_MAX; }
        refuse_cut(wanted, m_offset);
    }
    m_offset += count * width;
}

void GgufCursor::skip_texts(std::uint64_t count) {
    // A vocabulary is a quarter of a million dependent loads: the position stays in a register.
    const std::byte* const data = m_bytes.data();
    const std::uint64_t size = m_bytes.size();
    std::uint64_t at = m_offset;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (size - at < sizeof(std::uint64_t)) { refuse_cut(sizeof(std::uint64_t), at); }
        std::uint64_t length = 0;
        std::memcpy(&length, data + at, sizeof length);
        if (m_big_endian) { length = __builtin_bswap64(length); }
        if (length > size - at - sizeof length) { refuse_cut(length, at); }
        at += sizeof length + length;
    }
    m_offset = at;
}

void GgufCursor::refuse(Statement what, std::uint64_t offset, Message mend) const {
    throw InputError(Problem{std::move(what), {.name = m_file, .byte = offset}, {mend}});
}

void GgufCursor::refuse_cut(std::uint64_t wanted, std::uint64_t offset) const {
    refuse({Message::file_cut, {{"wanted", Bytes(wanted)}, {"left", Bytes(m_bytes.size() - offset)}}}, offset,
           Message::mend_download_again);
}

}  // namespace sizer
