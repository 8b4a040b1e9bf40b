#include "program.hpp"

#include <catch2/catch.hpp>

using sizer::test::run_line;
using sizer::test::run_program;

namespace {

/// Bad input: status 2, nothing on standard output, and the complaint names what, where and how to mend.
void check_refused(const std::string& line, const std::string& what, const std::string& mend = {}) {
    CAPTURE(line);
    const auto outcome = run_line(line);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Catch::Contains(what));
    CHECK_THAT(outcome.err, Catch::Contains(mend));
}

const std::string k_flags = "--params 70B --layers 80 --kv-heads 8 --d-head 128 ";

}  // namespace

TEST_CASE("an unknown name lists the nearest ones", "[cli]") {
    check_refused("--model llama7ob", "--model: unknown model \"llama7ob\"", "llama70b");
    check_refused("--model llama70b --format q4_k_n", "--format: unknown format \"q4_k_n\"", "Q4_K_M");
    check_refused("--model llama70b --hardware h10o", "--hardware: unknown hardware \"h10o\"", "h100");
    check_refused("--model llama70b --kv-format fp9", "--kv-format: unknown format \"fp9\"", "fp8");
    check_refused("--modle llama70b", "unknown option \"--modle\"", "--model");
    check_refused("modles", "unknown command \"modles\"", "models");
    check_refused("hardware h10o", "unknown hardware \"h10o\"", "h100");
}

TEST_CASE("zero, negative, absurd and broken numbers never give an answer", "[cli]") {
    check_refused("--model llama70b --ctx 0", "--ctx: \"0\" must be greater than zero", "8k");
    check_refused("--model llama70b --ctx=-5", "--ctx: \"-5\" must be greater than zero");
    check_refused("--model llama70b --ctx -5", "--ctx: \"-5\" must be greater than zero");
    check_refused("--model llama70b --ctx abc", "--ctx: \"abc\" is not a whole number");
    check_refused("--model llama70b --sessions 1e15", "--sessions: \"1e15\" is too large");
    check_refused("--model llama70b --margin 20-10", "--margin: \"20-10\" is not a margin");
    check_refused("--model llama70b --activations 4", "--activations: \"4\" is not a size", "4GB");
    check_refused("--model llama70b --ctx 1e12 --sessions 1e9", "exceed 64 bits");
    check_refused("--params 0 --layers 80 --kv-heads 8 --d-head 128", "--params");
    check_refused(k_flags + "--layers 99999999", "given more than once");
    check_refused("--params 70B --layers 99999999 --kv-heads 8 --d-head 128", "--layers", "");
}

TEST_CASE("all mistakes of a command line are told at once", "[cli]") {
    const auto outcome = run_line("--model llama70b --ctx 0 --sessions x --hardware nope --format zz");
    CHECK(outcome.status == 2);
    for (const auto* flag : {"--ctx", "--sessions", "--hardware", "--format"}) {
        CHECK_THAT(outcome.err, Catch::Contains(flag));
    }
}

TEST_CASE("what the equation needs and nobody gave is named", "[cli]") {
    check_refused("", "no model given", "--model");
    check_refused("--params 70B --layers 80 --kv-heads 8", "d_head", "--d-head");
    check_refused("--layers 80 --kv-heads 8 --d-head 128", "parameters", "--params");
}

TEST_CASE("a missing value and an option given twice are told apart", "[cli]") {
    check_refused("--model llama70b --ctx", "--ctx: a value is missing");
    check_refused("--model llama70b --ctx 1k --ctx 2k", "--ctx: given more than once");
}

TEST_CASE("a format in the wrong place is refused", "[cli]") {
    check_refused("--model llama70b --kv-format q4_k_m", "not a format of the KV cache", "q8_0");
}

TEST_CASE("an impossible split names the possible ones", "[cli]") {
    check_refused("--model llama-3.1-8b --hardware 3xh100 --tp 3",
                  "tensor parallel 3 does not divide the model's 32 heads", "1, 2, 4, 8");
    check_refused("--model llama-3.1-8b --hardware 4xh100 --tp 2 --pp 4", "is not the machine's 4 devices");
}

TEST_CASE("a machine without a memory size is refused, and taken with one", "[cli]") {
    check_refused("--model llama8b --hardware cpu-2ch-ddr5-5600", "not known", "cpu-2ch-ddr5-5600:64GB");
    const auto outcome = run_line("--model llama8b --hardware cpu-2ch-ddr5-5600:64GB");
    CHECK(outcome.status == 0);
    CHECK(outcome.json()["result"]["fits"][0]["usable_bytes"] == 64'000'000'000);
}

TEST_CASE("spec files: missing, empty, not JSON, deep and huge ones are errors, and so is an unknown key", "[cli]") {
    check_refused("--model ./no-such-file.json", "no-such-file.json");
    const auto spec = [](const std::string& text) { return run_program({"--model", "-"}, text); };
    CHECK(spec("").status == 2);
    CHECK(spec("not json").status == 2);
    CHECK(spec(std::string(1'000'000, '[')).status == 2);
    CHECK(spec("[1]").status == 2);
    const auto unknown = spec(R"({"parameters": "70B", "num_layer": 80, "kv_heads": 8, "d_head": 128})");
    CHECK(unknown.status == 2);
    CHECK(unknown.out.empty());
    CHECK_THAT(unknown.err, Catch::Contains("num_layer"));
}

TEST_CASE("a hostile name cannot move the cursor or fill the screen", "[cli]") {
    const auto outcome = run_program({"--model", "\x1b[2Jevil\n" + std::string(10'000, 'a')});
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, !Catch::Contains("\x1b"));
    CHECK(outcome.err.size() < 2'000);
}

TEST_CASE("an answer that cannot be written is status 74", "[cli]") {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    out.setstate(std::ios::badbit);
    CHECK(sizer::run({"--model", "llama70b"}, in, out, err, {}) == 74);
}
