#include "model/readers/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sizer {
namespace {

using Schedule = std::array<std::uint32_t, 64>;

std::uint32_t word(const std::byte* at) {
    std::uint32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return __builtin_bswap32(value);
}

/// Section 6.2.2, step 1.
Schedule message_schedule(const std::byte* block) {
    Schedule w{};
    for (std::size_t t = 0; t < 16; ++t) {
        w[t] = word(block + 4 * t);
    }
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3U);
        const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10U);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    return w;
}

/// Section 6.2.2, steps 2 to 4.
void compress_block(Sha256State& state, const std::byte* block) {
    const Schedule w = message_schedule(block);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + k_sha256_constants[t] + w[t];
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
    for (std::size_t i = 0; i < added.size(); ++i) {
        state[i] += added[i];
    }
}

/// the fastest way that this machine has.
void compress(Sha256State& state, const std::byte* data, std::size_t blocks) {
#if defined(__x86_64__)
    static const bool own_instructions = has_sha_instructions();
    if (own_instructions) { return compress_blocks_x86(state, data, blocks); }
#endif
    compress_blocks(state, data, blocks);
}

}  // namespace

void compress_blocks(Sha256State& state, const std::byte* data, std::size_t blocks) {
    for (std::size_t i = 0; i < blocks; ++i) {
        compress_block(state, data + i * k_sha256_block);
    }
}

void Sha256::add(std::span<const std::byte> bytes) {
    m_total_bytes += bytes.size();
    while (!bytes.empty()) {
        if (m_pending_bytes == 0 && bytes.size() >= k_sha256_block) {
            const std::size_t blocks = bytes.size() / k_sha256_block;
            compress(m_state, bytes.data(), blocks);
            bytes = bytes.subspan(blocks * k_sha256_block);
            continue;
        }
        const std::size_t taken = std::min(bytes.size(), k_sha256_block - m_pending_bytes);
        std::memcpy(m_pending.data() + m_pending_bytes, bytes.data(), taken);
        m_pending_bytes += taken;
        bytes = bytes.subspan(taken);
        if (m_pending_bytes == k_sha256_block) {
            compress(m_state, m_pending.data(), 1);
            m_pending_bytes = 0;
        }
    }
}

std::string Sha256::hexadecimal() {
    // Section 5.1.1: a one bit, zeros, and the length in bits in the last eight bytes of a block.
    const std::uint64_t bits = __builtin_bswap64(m_total_bytes * 8);
    const std::size_t used = m_pending_bytes + 1;
    const std::size_t zeros = (used <= 56 ? 56 : 120) - used;
    std::array<std::byte, 2 * k_sha256_block> padding{};
    padding[0] = std::byte{0x80};
    std::memcpy(padding.data() + 1 + zeros, &bits, sizeof bits);
    add(std::span(padding).first(1 + zeros + sizeof bits));
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const auto value : m_state) {
        for (int shift = 28; shift >= 0; shift -= 4) {
            text += digits[(value >> static_cast<unsigned>(shift)) & 15U];
        }
    }
    return text;
}

}  // namespace sizer
