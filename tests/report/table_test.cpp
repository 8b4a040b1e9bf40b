#include "program.hpp"

#include "report/paint.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

using sizer::Terminal;
using sizer::test::run_program;

namespace {

const std::vector<std::string> k_example = {"--model", "llama70b", "--ctx", "8192", "--sessions", "32"};

std::string page(const Terminal& terminal, std::vector<std::string> more = {}) {
    auto arguments = k_example;
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = run_program(arguments, {}, terminal);
    CHECK(outcome.status == 0);
    return outcome.out;
}

std::size_t widest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) { widest = std::max(widest, sizer::columns(line)); }
    return widest;
}

}  // namespace

TEST_CASE("a person sees the four terms, the arithmetic, what dominates and where it fits", "[table]") {
    const auto text = page({.is_terminal = true, .unicode = true, .width = 80});
    for (const auto* part :
         {"39.9 GB", "85.9 GB", "4.0 GB", "2.0 GB", "131.8 GB", "327,680 B/token x 262,144 tokens",
          "151.6 GB to 158.2 GB", "The KV cache dominates: 65.2 % of the total, 2.2 x the weights."}) {
        CHECK_THAT(text, Catch::Contains(part));
    }
    CHECK(std::count(text.begin(), text.end(), '\n') <= 24);  // one screen
}

TEST_CASE("where it does not fit, the page says what would change it, on one screen", "[table]") {
    const auto text = page({.is_terminal = true, .unicode = true, .width = 80}, {"--hardware", "h100"});
    CHECK_THAT(text, Catch::Contains("fits  --hardware 2xh100-sxm"));
    CHECK_THAT(text, Catch::Contains("fits  --sessions 8"));
    CHECK(std::count(text.begin(), text.end(), '\n') <= 24);
}

TEST_CASE("the table keeps to the terminal's width", "[table]") {
    for (const int width : {40, 60, 80, 120, 200}) {
        CAPTURE(width);
        CHECK(widest_line(page({.is_terminal = true, .width = width})) <= static_cast<std::size_t>(width));
        const auto levers = page({.is_terminal = true, .width = width}, {"--hardware", "h100"});
        CHECK(widest_line(levers) <= static_cast<std::size_t>(width));
    }
}

TEST_CASE("with LANG=C the table is plain ASCII and without colour it has no escapes", "[table]") {
    const auto text = page({.is_terminal = true, .unicode = false});
    CHECK(std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80 && c != 0x1b; }));
    CHECK_THAT(text, Catch::Contains("####"));
}

TEST_CASE("colour is only used where it is allowed, or asked for", "[table]") {
    CHECK_THAT(page({.is_terminal = true, .colour = true}), Catch::Contains("\x1b["));
    CHECK_THAT(page({.is_terminal = true, .colour = true}, {"--color", "never"}), !Catch::Contains("\x1b["));
    CHECK_THAT(page({.is_terminal = true, .colour = false}, {"--color", "always"}), Catch::Contains("\x1b["));
}

TEST_CASE("--units gib says GiB", "[table]") {
    // 85,899,345,920 / 2^30 = 80.0 exactly; 39.9e9 / 2^30 = 37.16.
    const auto text = page({.is_terminal = true}, {"--units", "gib"});
    CHECK_THAT(text, Catch::Contains("80.0 GiB"));
    CHECK_THAT(text, Catch::Contains("37.2 GiB"));
    CHECK_THAT(text, !Catch::Contains(" GB"));
}

TEST_CASE("a bar shows the smallest part and never passes its width", "[table]") {
    CHECK(sizer::bar(0, 10, true).empty());
    CHECK(sizer::bar(1, 10, true) == "▏");
    CHECK(sizer::bar(500, 10, true) == "█████");
    CHECK(sizer::bar(1000, 10, false) == "##########");
    CHECK(sizer::columns(sizer::bar(2000, 10, true)) == 10);
}
