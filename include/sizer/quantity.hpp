#pragma once

#include <compare>
#include <cstdint>
#include <stdexcept>

namespace sizer {

/// Thrown by the arithmetic below when a result does not fit 64 bits. Callers at the border turn it into an InputError;
/// a number never wraps.
class Overflow : public std::overflow_error {
public:
    Overflow() : std::overflow_error("a number exceeds 64 bits") {}
};

/// `a + b` of plain counts; throws Overflow.
[[nodiscard]] constexpr std::uint64_t checked_add(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) { throw Overflow(); }
    return sum;
}

/// `a * b` of plain counts; throws Overflow.
[[nodiscard]] constexpr std::uint64_t checked_mul(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) { throw Overflow(); }
    return product;
}

/// A positive rational, for widths that are not whole (4.5 bits a weight) and for shares.
struct Ratio {
    std::uint64_t numerator = 0;
    std::uint64_t denominator = 1;
    friend constexpr bool operator==(const Ratio&, const Ratio&) = default;
};

/// `value * ratio`, rounded up: memory is never under-counted. The product is formed in 128 bits; throws Overflow.
[[nodiscard]] constexpr std::uint64_t scaled_up(std::uint64_t value, Ratio ratio) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(value) * ratio.numerator;
    const Wide result = (product + ratio.denominator - 1) / ratio.denominator;
    if (result > UINT64_MAX) { throw Overflow(); }
    return static_cast<std::uint64_t>(result);
}

/// A count of one kind of thing. Bytes and Tokens do not mix, do not convert to numbers by themselves and never wrap:
/// every operation that leaves 64 bits throws Overflow, and so does a difference below zero.
template <class Kind>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(std::uint64_t count) : m_count(count) {}

    [[nodiscard]] constexpr std::uint64_t count() const { return m_count; }

    friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(checked_add(a.m_count, b.m_count)); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) {
        if (b.m_count > a.m_count) { throw Overflow(); }
        return Quantity(a.m_count - b.m_count);
    }
    friend constexpr Quantity operator*(Quantity a, std::uint64_t n) { return Quantity(checked_mul(a.m_count, n)); }
    friend constexpr Quantity operator*(std::uint64_t n, Quantity a) { return a * n; }
    friend constexpr Quantity operator*(Quantity a, Ratio ratio) { return Quantity(scaled_up(a.m_count, ratio)); }
    constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }

private:
    std::uint64_t m_count = 0;
};

using Bytes = Quantity<struct BytesKind>;
using Tokens = Quantity<struct TokensKind>;
using Params = Quantity<struct ParamsKind>;

}  // namespace sizer
