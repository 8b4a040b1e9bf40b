#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace sizer::test {

/// Writes small GGUF files: enough to say anything that a header can say, right or wrong.
class GgufWriter {
public:
    explicit GgufWriter(bool big_endian = false, std::uint32_t version = 3)
        : m_big_endian(big_endian), m_version(version) {}

    GgufWriter& u32(std::string_view key, std::uint32_t value) { return pair(key, 4, number(value)); }
    GgufWriter& u64(std::string_view key, std::uint64_t value) { return pair(key, 10, number(value)); }
    GgufWriter& i32(std::string_view key, std::int32_t value) {
        return pair(key, 5, number(static_cast<std::uint32_t>(value)));
    }
    GgufWriter& boolean(std::string_view key, bool value) { return pair(key, 7, std::string(1, value ? '\1' : '\0')); }
    GgufWriter& text(std::string_view key, std::string_view value) { return pair(key, 8, sized(value)); }

    GgufWriter& u32s(std::string_view key, const std::vector<std::uint32_t>& values) {
        std::string bytes = number(std::uint32_t{4}) + number(std::uint64_t{values.size()});
        for (const auto value : values) { bytes += number(value); }
        return pair(key, 9, bytes);
    }
    GgufWriter& booleans(std::string_view key, const std::vector<bool>& values) {
        std::string bytes = number(std::uint32_t{7}) + number(std::uint64_t{values.size()});
        for (const bool value : values) { bytes += value ? '\1' : '\0'; }
        return pair(key, 9, bytes);
    }
    GgufWriter& texts(std::string_view key, std::uint64_t count, std::string_view value) {
        std::string bytes = number(std::uint32_t{8}) + number(count);
        for (std::uint64_t i = 0; i < count; ++i) { bytes += sized(value); }
        return pair(key, 9, bytes);
    }

    /// a tensor of type F16 (1) or another without blocks of `width` bytes an element, placed behind the last.
    GgufWriter& tensor(std::string_view name, const std::vector<std::uint64_t>& ne, std::uint32_t type = 1,
                       std::uint64_t width = 2) {
        std::uint64_t elements = 1;
        for (const auto n : ne) { elements *= n; }
        raw_tensor(name, ne, type, m_data_bytes);
        m_data_bytes += (elements * width + 31) / 32 * 32;
        return *this;
    }

    /// a tensor entry as it is given.
    GgufWriter& raw_tensor(std::string_view name, const std::vector<std::uint64_t>& ne, std::uint32_t type,
                           std::uint64_t offset) {
        ++m_tensor_count;
        m_tensors += sized(name) + number(static_cast<std::uint32_t>(ne.size()));
        for (const auto n : ne) { m_tensors += number(n); }
        m_tensors += number(type) + number(offset);
        return *this;
    }

    /// the header, and zeros for the data unless `with_data` is false.
    [[nodiscard]] std::string file(bool with_data = true) const {
        std::string bytes =
            "GGUF" + number(m_version) + number(m_tensor_count) + number(m_pair_count) + m_pairs + m_tensors;
        bytes.resize((bytes.size() + 31) / 32 * 32, '\0');
        if (with_data) { bytes.resize(bytes.size() + m_data_bytes, '\0'); }
        return bytes;
    }

private:
    template <class T>
    [[nodiscard]] std::string number(T value) const {
        std::string bytes(sizeof(T), '\0');
        std::memcpy(bytes.data(), &value, sizeof(T));
        if (m_big_endian) { std::reverse(bytes.begin(), bytes.end()); }
        return bytes;
    }
    [[nodiscard]] std::string sized(std::string_view value) const {
        return number(std::uint64_t{value.size()}) + std::string(value);
    }
    GgufWriter& pair(std::string_view key, std::uint32_t type, const std::string& value) {
        ++m_pair_count;
        m_pairs += sized(key) + number(type) + value;
        return *this;
    }

    bool m_big_endian;
    std::uint32_t m_version;
    std::uint64_t m_pair_count = 0;
    std::uint64_t m_tensor_count = 0;
    std::uint64_t m_data_bytes = 0;
    std::string m_pairs;
    std::string m_tensors;
};

}  // namespace sizer::test
