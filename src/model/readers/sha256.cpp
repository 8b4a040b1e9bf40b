#include "model/readers/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sizer {
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
constexpr std::array<std::uint32_t, 64> k_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Schedule = std::array<std::uint32_t, 64>;

std::uint32_t word(const std::byte* at) {
    std::uint32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return __builtin_bswap32(value);
}

/// Section 6.2.2, step 1.
Schedule message_schedule(const std::byte* block) {
    Schedule w{};
    for (std::size_t t = 0; t < 16; ++t) { w[t] = word(block + 4 * t); }
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3U);
        const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10U);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    return w;
}

}  // namespace

/// Section 6.2.2, steps 2 to 4.
void Sha256::compress(const std::byte* block) {
    const Schedule w = message_schedule(block);
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + k_constants[t] + w[t];
        const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < added.size(); ++i) { m_state[i] += added[i]; }
}

void Sha256::add(std::span<const std::byte> bytes) {
    m_total_bytes += bytes.size();
    while (!bytes.empty()) {
        if (m_pending_bytes == 0 && bytes.size() >= k_block) {
            compress(bytes.data());
            bytes = bytes.subspan(k_block);
            continue;
        }
        const std::size_t taken = std::min(bytes.size(), k_block - m_pending_bytes);
        std::memcpy(m_pending.data() + m_pending_bytes, bytes.data(), taken);
        m_pending_bytes += taken;
        bytes = bytes.subspan(taken);
        if (m_pending_bytes == k_block) {
            compress(m_pending.data());
            m_pending_bytes = 0;
        }
    }
}

std::string Sha256::hexadecimal() {
    // Section 5.1.1: a one bit, zeros, and the length in bits in the last eight bytes of a block.
    const std::uint64_t bits = __builtin_bswap64(m_total_bytes * 8);
    const std::size_t used = m_pending_bytes + 1;
    const std::size_t zeros = (used <= 56 ? 56 : 120) - used;
    std::array<std::byte, 2 * k_block> padding{};
    padding[0] = std::byte{0x80};
    std::memcpy(padding.data() + 1 + zeros, &bits, sizeof bits);
    add(std::span(padding).first(1 + zeros + sizeof bits));
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const auto value : m_state) {
        for (int shift = 28; shift >= 0; shift -= 4) { text += digits[(value >> static_cast<unsigned>(shift)) & 15U]; }
    }
    return text;
}

}  // namespace sizer
