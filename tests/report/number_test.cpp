#include "report/number.hpp"

#include <catch2/catch.hpp>

using namespace sizer;

TEST_CASE("bytes are said with one decimal in powers of 1,000 or 1,024", "[number]") {
    CHECK(short_bytes(Bytes{131'799'345'920}, Units::gb) == "131.8 GB");
    CHECK(short_bytes(Bytes{131'799'345'920}, Units::gib) == "122.7 GiB");
    CHECK(short_bytes(Bytes{125'000'000}, Units::gb) == "125.0 MB");
    CHECK(short_bytes(Bytes{960}, Units::gb) == "960 B");
    CHECK(short_bytes(Bytes{671'026'419'200'0}, Units::gb) == "6,710.3 GB");  // people compare in GB up to 10 TB
    CHECK(short_bytes(Bytes{UINT64_MAX}, Units::gb) == "18,446.7 PB");
}

TEST_CASE("parameters and ratios are said as the field says them", "[number]") {
    CHECK(short_params(Params{70'000'000'000}) == "70B");
    CHECK(short_params(Params{8'030'261'248}) == "8.03B");
    CHECK(short_params(Params{494'032'768}) == "494.03M");
    CHECK(decimal(Ratio{57, 100}) == "0.57");
    CHECK(decimal(Ratio{17, 16}) == "1.0625");
    CHECK(decimal(Ratio{1, 3}) == "0.3333");
    CHECK(decimal(PerMille{652}) == "65.2");
    CHECK(grouped(262'144) == "262,144");
    CHECK(grouped(999) == "999");
}
