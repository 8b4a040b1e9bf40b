#include "spec/json_text.hpp"

#include <sizer/error.hpp>

#include <nlohmann/json.hpp>

#include <catch2/catch.hpp>

using namespace sizer;

namespace {

std::vector<Problem> problems_of(const std::string& text) {
    try {
        static_cast<void>(parse_json_text(text, "spec.json"));
    } catch (const InputError& error) { return error.problems(); }
    return {};
}

Problem problem_of(const std::string& text) {
    const auto problems = problems_of(text);
    REQUIRE(problems.size() == 1);
    return problems.front();
}

}  // namespace

TEST_CASE("JSON keeps the order of its keys") {
    const auto json = parse_json_text(R"({"b": 1, "a": [true, null, "x", -2, 0.5], "c": {"d": {}}})", "spec.json");
    CHECK(json.dump() == R"({"b":1,"a":[true,null,"x",-2,0.5],"c":{"d":{}}})");
}

TEST_CASE("A file without content is empty, not malformed") {
    CHECK(problem_of("").what.id == Message::empty_file);
    CHECK(problem_of(" \n\t").what.id == Message::empty_file);
}

TEST_CASE("Malformed JSON is refused with the byte of the mistake") {
    const auto problem = problem_of(R"({"a": 1,})");
    CHECK(problem.what.id == Message::not_json);
    CHECK(problem.where.name == "spec.json");
    CHECK(problem.where.byte == 8);
    CHECK(problem_of(R"({"a": )").where.byte == 6);  // the end
    CHECK(problem_of("hello").where.byte == 0);
}

TEST_CASE("Text that is not UTF-8 is refused with its byte") {
    CHECK(problem_of("{\"a\": \"\xC3\x28\"}").what.id == Message::not_utf8);
    CHECK(problem_of("{\"a\": \"\xC3\x28\"}").where.byte == 7);
    CHECK(problem_of("{\"\xED\xA0\x80\": 1}").where.byte == 2);  // a surrogate
    CHECK(problems_of("{\"a\": \"\xE2\x82\xAC\xF0\x9F\x98\x80\"}").empty());
}

TEST_CASE("Deep nesting is refused before anything is built") {
    const auto problem = problem_of(std::string(1'000'000, '['));
    CHECK(problem.what.id == Message::nested_too_deeply);
    CHECK(problem.where.byte == 64);
    CHECK(problems_of(std::string(64, '[') + std::string(64, ']')).empty());
    CHECK(problems_of(R"({"a": ")" + std::string(1000, '[') + R"("})").empty());  // in a string
}

TEST_CASE("A file larger than any config is refused") {
    CHECK(problem_of("[" + std::string(16'000'000, ' ') + "]").what.id == Message::file_too_large);
    std::string many = "[0";
    for (int n = 0; n < 300'000; ++n) { many += ",0"; }
    CHECK(problem_of(many + "]").what.id == Message::bad_count);
}

TEST_CASE("Every key that stands twice is named with its pointer") {
    const auto problems = problems_of(R"({"a": 1, "list": [{}, {"x/y": 1, "x/y": 1}], "a": 2})");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].what.id == Message::duplicate_key);
    CHECK(problems[0].where.pointer == "/list/1/x~1y");
    CHECK(problems[1].where.pointer == "/a");
}

TEST_CASE("Python's numbers that JSON has not are no numbers, and move nothing") {
    const auto json =
        parse_json_text(R"({"time_step_limit": [0.0, Infinity], "a": -Infinity, "b": NaN, "c": "NaN"})", "config.json");
    CHECK(json.dump() == R"({"time_step_limit":[0.0,{}],"a":{},"b":{},"c":"NaN"})");
    CHECK(problem_of(R"({"a": NaN, "b": x})").where.byte == 16);
}

TEST_CASE("A number beyond every float is refused") {
    CHECK(problem_of(R"({"a": 1e999})").what.id == Message::number_too_large);
}
