#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include "model/readers/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace sizer;

namespace {

/// what a data directory with this one file is refused for; none when it is taken.
std::vector<Problem> problems_of(const std::string& file, const std::string& text) {
    const test::TemporaryFolder folder;
    folder.write(file, text);
    try {
        const Catalogue over(folder.path().string());
    } catch (const InputError& error) { return error.problems(); }
    return {};
}

void check_one(const std::string& file, const std::string& text, const std::string& pointer, Message what) {
    INFO(text);
    const auto problems = problems_of(file, text);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].where.pointer == pointer);
    CHECK(problems[0].what.id == what);
}

std::string device(const std::string& members) {
    return R"({"hardware": [{"id": "x", "name": "X", "sources": ["me"], )" + members + "}]}";
}

std::string format(const std::string& members) {
    return R"({"formats": [{"id": "x", "sources": ["me"], )" + members + "}]}";
}

std::string model(const std::string& members) {
    return R"({"models": [{"id": "x", "layers": 2, "sources": ["me"], )" + members + "}]}";
}

}  // namespace

TEST_CASE("a row of a data directory has its names, whatever the embedded rows are called", "[catalog]") {
    const test::TemporaryFolder folder;
    folder.write("hardware.json", R"({"hardware": [
        {"id": "h100", "name": "my H100", "memory_usable_bytes": 7, "sources": ["me"]},
        {"id": "mine", "aliases": ["rtx-4090"], "name": "mine", "memory_usable_bytes": 8, "sources": ["me"]}]})");
    const Catalogue over(folder.path().string());
    CHECK(over.find_hardware("H100")->usable_bytes == Bytes{7});
    CHECK(over.find_hardware("rtx4090")->usable_bytes == Bytes{8});
    CHECK(over.find_hardware("h100-sxm")->id == "h100-sxm");
    CHECK(over.find_hardware("h100")->device_class == HardwareClass::desktop);
}

TEST_CASE("a data directory without files changes nothing", "[catalog]") {
    const test::TemporaryFolder folder;
    const Catalogue over(folder.path().string());
    const Catalogue embedded;
    CHECK(over.hardware().size() == embedded.hardware().size());
    CHECK(over.find_model("Llama-3.1-8B")->parameters == embedded.find_model("Llama-3.1-8B")->parameters);
    CHECK(over.find_format("q4_k_m")->rule == Ratio{57, 100});
}

TEST_CASE("a data directory that is none is refused", "[catalog]") {
    CHECK_THROWS_AS(Catalogue("/no/such/folder"), InputError);
    CHECK_THROWS_AS(Catalogue(std::string(100'000, 'x')), InputError);
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "models.json");
    CHECK_THROWS_AS(Catalogue(folder.path().string()), InputError);
}

TEST_CASE("a name that two rows of one file claim is refused", "[catalog]") {
    check_one("hardware.json", R"({"hardware": [{"id": "a-1", "name": "A", "sources": ["me"]},
                                                {"id": "b", "aliases": ["A1"], "name": "B", "sources": ["me"]}]})",
              "/hardware/1/aliases/0", Message::given_twice);
    check_one("hardware.json", R"({"hardware": [{"id": "a", "name": "A", "sources": ["me"]},
                                                {"id": "A", "name": "B", "sources": ["me"]}]})",
              "/hardware/1/id", Message::given_twice);
}

TEST_CASE("numbers that a row cannot have are refused, never rounded or wrapped", "[catalog]") {
    check_one("hardware.json", device(R"("memory_nominal_gb": 1e300)"), "/hardware/0/memory_nominal_gb",
              Message::number_too_large);
    check_one("hardware.json", device(R"("memory_usable_bytes": 18446744073709551615)"),
              "/hardware/0/memory_usable_bytes", Message::number_too_large);
    check_one("hardware.json", device(R"("power_watts": -1)"), "/hardware/0/power_watts", Message::wrong_type);
    check_one("hardware.json", device(R"("power_watts": 1e20)"), "/hardware/0/power_watts", Message::number_too_large);
    check_one("hardware.json", device(R"("rung": 4294967297)"), "/hardware/0/rung", Message::number_too_large);
    check_one("formats.json", format(R"("width": {"block": 4294967297, "bytes": 2})"), "/formats/0/width/block",
              Message::number_too_large);
    check_one("formats.json", format(R"("rule": "0/1")"), "/formats/0/rule", Message::wrong_type);
    check_one("models.json", model(R"("parameters": 0)"), "/models/0/parameters", Message::not_positive);
    check_one("models.json", model(R"("parameters": 10, "active_parameters": 11)"), "/models/0/active_parameters",
              Message::number_too_large);
}

TEST_CASE("what a row must have is asked for", "[catalog]") {
    check_one("models.json", model(R"("family": "f")"), "/models/0/parameters", Message::missing_key);
    check_one("hardware.json", R"({"hardware": [{"id": "x", "name": "X"}]})", "/hardware/0/sources",
              Message::missing_key);
    check_one("hardware.json", R"({"hardware": [{"id": "x", "name": "X", "sources": []}]})", "/hardware/0/sources",
              Message::wrong_type);
    check_one("hardware.json", R"({"hardware": {}})", "/hardware", Message::wrong_type);
    check_one("hardware.json", R"({"hardware": [7]})", "/hardware/0", Message::wrong_type);
}

TEST_CASE("a device is found with its maker's name before it", "[catalog]") {
    const Catalogue catalogue;
    CHECK(catalogue.find_hardware("nvidia h100")->id == "h100-sxm");
    CHECK(catalogue.find_hardware("AMD MI300X")->id == "mi300x");
    CHECK(catalogue.find_hardware("NVIDIA GeForce RTX 4090")->id == "rtx-4090");
    CHECK(catalogue.find_hardware("nvidia") == nullptr);
    CHECK(catalogue.find_hardware("nvidia ") == nullptr);
}
