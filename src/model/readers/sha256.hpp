#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sizer {

/// SHA-256. Source: FIPS 180-4.
class Sha256 {
public:
    void add(std::span<const std::byte> bytes);

    /// the digest of what was added, as 64 hexadecimal digits; nothing may be added afterwards.
    [[nodiscard]] std::string hexadecimal();

private:
    static constexpr std::size_t k_block = 64;

    void compress(const std::byte* block);

    // The first 32 bits of the fractional parts of the square roots of the first eight primes (section 5.3.3).
    std::array<std::uint32_t, 8> m_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, k_block> m_pending{};
    std::size_t m_pending_bytes = 0;
    std::uint64_t m_total_bytes = 0;
};

}  // namespace sizer
