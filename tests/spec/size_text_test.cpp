#include "spec/size_text.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace sizer;

namespace {
const Place k_place{"--flag"};

Message complaint(const auto& parse) {
    try {
        static_cast<void>(parse());
    } catch (const InputError& error) {
        CHECK(error.problems().front().where.name == "--flag");
        return error.problems().front().what.id;
    }
    return Message::none;
}
}  // namespace

TEST_CASE("counts read as people write them", "[spec]") {
    CHECK(parse_count("70B", k_place) == 70'000'000'000);
    CHECK(parse_count("70e9", k_place) == 70'000'000'000);
    CHECK(parse_count("7.5B", k_place) == 7'500'000'000);
    CHECK(parse_count("8030261248", k_place) == 8'030'261'248);
    CHECK(parse_count("135m", k_place) == 135'000'000);
    CHECK(parse_count("1.5e3", k_place) == 1500);
}

TEST_CASE("a k of tokens is 1,024, as in a 128k model", "[spec]") {
    CHECK(parse_tokens("8k", k_place) == Tokens{8192});
    CHECK(parse_tokens("128K", k_place) == Tokens{131'072});
    CHECK(parse_tokens("8192", k_place) == Tokens{8192});
    CHECK(parse_tokens("1M", k_place) == Tokens{1'048'576});
}

TEST_CASE("sizes need a unit and keep GB and GiB apart", "[spec]") {
    CHECK(parse_size("4GB", k_place) == Bytes{4'000'000'000});
    CHECK(parse_size("4GiB", k_place) == Bytes{4'294'967'296});
    CHECK(parse_size("1.5 mb", k_place) == Bytes{1'500'000});
    CHECK(parse_size("0B", k_place) == Bytes{0});
    CHECK(complaint([] { return parse_size("4", k_place); }) == Message::not_a_size);
}

TEST_CASE("zero, negative, absurd and broken numbers are refused", "[spec]") {
    CHECK(complaint([] { return parse_count("0", k_place); }) == Message::not_positive);
    CHECK(complaint([] { return parse_count("-3", k_place); }) == Message::not_positive);
    CHECK(complaint([] { return parse_count("1e300", k_place); }) == Message::number_too_large);
    CHECK(complaint([] { return parse_count("99999999999999999999999", k_place); }) == Message::not_a_number);
    for (const std::string text : {"", "B", "7x", "1..2", "0x10", "nan", "inf", "1e", "1.0001", "7B B", "--"}) {
        CAPTURE(text);
        CHECK(complaint([&] { return parse_count(text, k_place); }) == Message::not_a_number);
    }
    CHECK(complaint([] { return parse_tokens("1e18", k_place); }) == Message::number_too_large);
}

TEST_CASE("a margin is one number or an ascending band", "[spec]") {
    CHECK(parse_margin("15-20", k_place) == Margin{150, 200});
    CHECK(parse_margin("20", k_place) == Margin{200, 200});
    CHECK(parse_margin("12.5-20%", k_place) == Margin{125, 200});
    CHECK(parse_margin("0", k_place) == Margin{0, 0});
    for (const std::string text : {"20-15", "a-b", "-5", "15-", "1e9", ""}) {
        CAPTURE(text);
        CHECK(complaint([&] { return parse_margin(text, k_place); }) == Message::not_a_margin);
    }
}
