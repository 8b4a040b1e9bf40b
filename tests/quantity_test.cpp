#include <sizer/quantity.hpp>

#include <catch2/catch.hpp>

#include <concepts>

using namespace sizer;

namespace {
template <class A, class B>
concept addable = requires(A a, B b) {
    a + b;
};
}  // namespace

TEST_CASE("bytes and tokens do not mix", "[quantity]") {
    STATIC_REQUIRE(addable<Bytes, Bytes>);
    STATIC_REQUIRE_FALSE(addable<Bytes, Tokens>);
    STATIC_REQUIRE_FALSE(std::convertible_to<std::uint64_t, Bytes>);
}

TEST_CASE("a number that leaves 64 bits is an error and never wraps", "[quantity]") {
    const Bytes most{UINT64_MAX};
    CHECK_THROWS_AS(most + Bytes{1}, Overflow);
    CHECK_THROWS_AS(most * 2, Overflow);
    CHECK_THROWS_AS(Bytes{1} - Bytes{2}, Overflow);
    CHECK_THROWS_AS((most * Ratio{3, 2}), Overflow);
}

TEST_CASE("a ratio is applied in 128 bits and rounded up", "[quantity]") {
    // 70e9 x 0.57 = 39,900,000,000 exactly; 10 x 1/3 = 3.33 takes 4 bytes.
    CHECK(Bytes{70'000'000'000} * Ratio{57, 100} == Bytes{39'900'000'000});
    CHECK(Bytes{10} * Ratio{1, 3} == Bytes{4});
    CHECK(Bytes{UINT64_MAX} * Ratio{1000, 1000} == Bytes{UINT64_MAX});
}
