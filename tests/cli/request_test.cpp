#include "program.hpp"

#include <catch2/catch.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>

using sizer::test::run_line;
using sizer::test::run_program;

namespace {

/// A file that lives as long as the test.
class TemporaryFile {
public:
    TemporaryFile(const std::string& name, const std::string& text)
        : m_path(std::filesystem::temp_directory_path() / name) {
        std::ofstream(m_path) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(m_path); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    [[nodiscard]] std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

std::uint64_t total(const sizer::test::Outcome& outcome) {
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    return outcome.json()["result"]["total_bytes"].get<std::uint64_t>();
}

const std::string k_spec = R"({"name": "mine", "parameters": "70B", "layers": 80, "kv_heads": 8, "d_head": 128,
                               "format": "q4_k_m"})";
constexpr std::uint64_t k_worked_example = 131'799'345'920;

}  // namespace

TEST_CASE("a model comes from the catalogue, a spec file, standard input or flags", "[request]") {
    const TemporaryFile file("sizer_spec_test.json", k_spec);
    CHECK(total(run_line("--model LLaMA_70b --ctx 8192 --sessions 32")) == k_worked_example);
    CHECK(total(run_program({"--model", file.path(), "--ctx", "8192", "--sessions", "32"})) == k_worked_example);
    CHECK(total(run_program({"--model", "-", "--ctx", "8192", "--sessions", "32"}, k_spec)) == k_worked_example);
    CHECK(
        total(run_line("--params 70B --layers 80 --kv-heads 8 --d-head 128 --format q4_k_m --ctx 8k --sessions 32")) ==
        k_worked_example);
}

TEST_CASE("names are matched without regard to case and separators, repo ids too", "[request]") {
    for (const std::string name : {"Llama-3.1-8B", "llama3.1:8b", "meta-llama/Llama-3.1-8B-Instruct", "LLAMA_3_1_8B"}) {
        CAPTURE(name);
        const auto outcome = run_program({"--model", name});
        REQUIRE(outcome.status == 0);
        CHECK(outcome.json()["inputs"]["model"]["source"] == "llama-3.1-8b");
    }
}

TEST_CASE("a flag overrides the model's own value", "[request]") {
    // llama8b with 16 layers: per token 2 x 16 x 8 x 128 x 2 = 65,536.
    const auto json = run_line("--model llama8b --layers 16").json();
    CHECK(json["result"]["terms"]["kv_cache"]["bytes_per_token"] == 65'536);
    CHECK(json["inputs"]["model"]["layers"] == 16);
}

TEST_CASE("a deployment file is read and flags win over it", "[request]") {
    const TemporaryFile file("sizer_deployment_test.json",
                             R"({"context": "8k", "sessions": 16, "kv_format": "int8", "hardware": ["h100"],
                                 "margin": "15-20", "seed": 7})");
    const auto read = run_program({"--model", "llama70b", "--deployment", file.path()});
    CHECK(total(read) == 65'374'836'480);
    CHECK(read.json()["seed"] == 7);
    CHECK(read.json()["result"]["fits"][0]["verdict"] == "fits");
    const auto overridden = run_program({"--model", "llama70b", "--deployment", file.path(), "--sessions", "32",
                                         "--kv-format", "f16", "--hardware", "2xh100"});
    CHECK(total(overridden) == k_worked_example);
    CHECK(overridden.json()["result"]["fits"].size() == 1);
}

TEST_CASE("K and V may have different cache formats", "[request]") {
    // q8_0 is 34 bytes for 32 elements: K 1,024 x 34/32 = 1,088, V 2,048; x 80 layers = 250,880.
    const auto json = run_line("--model llama70b --kv-format q8_0/f16").json();
    CHECK(json["result"]["terms"]["kv_cache"]["bytes_per_token"] == 250'880);
    CHECK(json["inputs"]["deployment"]["kv_format"] == "Q8_0/fp16");
}

TEST_CASE("--require-fit turns the verdict into the exit status", "[request]") {
    CHECK(run_line("--model llama70b --ctx 8192 --sessions 32 --hardware h100 --require-fit").status == 1);
    CHECK(run_line("--model llama70b --ctx 8192 --sessions 32 --hardware 2xh100 --require-fit").status == 0);
    CHECK(run_line("--model llama70b --ctx 8192 --sessions 32 --hardware h100 --hardware b200 --require-fit").status ==
          0);
    CHECK(run_line("--model llama70b --ctx 8192 --sessions 32 --hardware h100").status == 0);
}

TEST_CASE("the answer says which row a short name took", "[request]") {
    const auto json = run_line("--model llama70b --hardware h100").json();
    CHECK(json["result"]["fits"][0]["hardware"] == "h100-sxm");
    CHECK_THAT(json["evidence"].dump(), Catch::Contains("\\\"h100\\\" was taken as the catalogue's row h100-sxm"));
}

TEST_CASE("without a machine each rung proposes the smallest that fits and the nearest that does not", "[request]") {
    const auto fits = run_line("--model llama70b --ctx 8192 --sessions 32").json()["result"]["fits"];
    bool rung_three_fits = false;
    for (const auto& fit : fits) {
        CHECK(fit.contains("rung"));
        rung_three_fits = rung_three_fits || (fit["rung"] == 3 && fit["verdict"] == "fits");
    }
    CHECK(rung_three_fits);
}

TEST_CASE("a hand-picked mixture is its published size, or not known", "[request]") {
    // Sum of the tensors of gemma-3-27b-it-UD-Q4_K_XL.gguf as llama-bench reports it.
    const auto published = run_line("--model gemma-3-27b --format ud-q4_k_xl");
    CHECK(published.status == 0);
    CHECK(published.json()["result"]["terms"]["weights"]["bytes"] == 16'819'763'840);
    const auto unknown = run_line("--model llama-3.1-8b --format UD-Q4_K_XL");
    CHECK(unknown.status == 3);
    CHECK(unknown.json()["result"]["terms"]["weights"]["bytes"].is_null());
    CHECK(unknown.json()["result"]["total_bytes"].is_null());
    CHECK_THAT(unknown.json()["limitations"].dump(), Catch::Contains("hand-picked"));
}

TEST_CASE("a uniform width is so many bits for each weight", "[request]") {
    // 8e9 parameters x 4.5 bits / 8 = 4.5e9 bytes.
    CHECK(run_line("--model llama8b --format 4.5bpw").json()["result"]["terms"]["weights"]["bytes"] == 4'500'000'000);
}
