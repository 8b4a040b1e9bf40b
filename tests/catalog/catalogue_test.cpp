#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>

using namespace sizer;

namespace {

template <class Row>
void check_unique(std::span<const Row> rows) {
    std::map<std::string, std::string_view> owners;
    for (const auto& row : rows) {
        std::vector<std::string_view> names(row.aliases.begin(), row.aliases.end());
        names.push_back(row.id);
        for (const auto name : names) {
            const auto [place, fresh] = owners.emplace(normalised_name(name), row.id);
            INFO("\"" << name << "\" of " << row.id << " is taken by " << place->second);
            CHECK(fresh);
        }
    }
}

template <class Row>
void check_sources(std::span<const Row> rows) {
    REQUIRE_FALSE(rows.empty());
    for (const auto& row : rows) {
        INFO(row.id);
        const auto json = nlohmann::json::parse(row.json);
        REQUIRE(json.contains("sources"));
        CHECK_FALSE(json["sources"].empty());
        const std::string text(row.json);
        CHECK(text.find("from memory") == std::string::npos);
        CHECK(text.find("unverified") == std::string::npos);
    }
}

/// A folder that lives as long as the test.
class DataFolder {
public:
    DataFolder() : m_path(std::filesystem::temp_directory_path() / "sizer_data_test") {
        std::filesystem::create_directory(m_path);
    }
    ~DataFolder() { std::filesystem::remove_all(m_path); }
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;
    void write(const std::string& name, const std::string& text) const { std::ofstream(m_path / name) << text; }
    [[nodiscard]] std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

}  // namespace

TEST_CASE("ids and aliases are unique when normalised", "[catalog]") {
    const Catalogue catalogue;
    check_unique(catalogue.models());
    check_unique(catalogue.hardware());
    check_unique(catalogue.formats());
}

TEST_CASE("every row has its source", "[catalog]") {
    const Catalogue catalogue;
    check_sources(catalogue.models());
    check_sources(catalogue.hardware());
    check_sources(catalogue.formats());
}

TEST_CASE("names are found as people write them", "[catalog]") {
    const Catalogue catalogue;
    const std::map<std::string, std::string> models = {{"Llama-3.1-8B", "llama-3.1-8b"},
                                                       {"llama3.1:8b", "llama-3.1-8b"},
                                                       {"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
                                                       {"Llama-3.1-8B-Instruct", "llama-3.1-8b"},
                                                       {"someone/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
                                                       {"LLAMA70B", "llama70b"},
                                                       {"Qwen/Qwen3-8B", "qwen3-8b"},
                                                       {"gpt-oss:20b", "gpt-oss-20b"}};
    for (const auto& [name, id] : models) {
        INFO(name);
        REQUIRE(catalogue.find_model(name) != nullptr);
        CHECK(catalogue.find_model(name)->id == id);
    }
    const std::map<std::string, std::string> hardware = {{"h100", "h100-sxm"},
                                                         {"A100", "a100-sxm-80gb"},
                                                         {"RTX 4090", "rtx-4090"},
                                                         {"b200", "b200"},
                                                         {"mi300x", "mi300x"}};
    for (const auto& [name, id] : hardware) {
        INFO(name);
        REQUIRE(catalogue.find_hardware(name) != nullptr);
        CHECK(catalogue.find_hardware(name)->id == id);
    }
    const std::map<std::string, std::string> formats = {
        {"f16", "fp16"},      {"float16", "fp16"},  {"f32", "fp32"},        {"q4_k", "Q4_K_M"},
        {"Q4_K_M", "Q4_K_M"}, {"bfloat16", "bf16"}, {"iq2_xxs", "IQ2_XXS"}, {"awq", "awq"}};
    for (const auto& [name, id] : formats) {
        INFO(name);
        REQUIRE(catalogue.find_format(name) != nullptr);
        CHECK(catalogue.find_format(name)->id == id);
    }
    CHECK(catalogue.find_model("no such model") == nullptr);
}

TEST_CASE("the nearest names are offered, at most three, and only near ones", "[catalog]") {
    const std::vector<std::string_view> names = {"h100-sxm", "h200-sxm", "b200", "rtx-4090"};
    CHECK(nearest_names("h100-sxn", names).front() == "h100-sxm");
    CHECK(nearest_names("4090", names).front() == "rtx-4090");
    CHECK(nearest_names("completely different", names).empty());
    CHECK(nearest_names(std::string(100'000, 'a'), names).empty());
    CHECK(nearest_names("b200", std::vector<std::string_view>(10, "b100")).size() == 3);
}

TEST_CASE("usable memory is the driver's figure, macOS' default limit, or nominal", "[catalog]") {
    const Catalogue catalogue;
    const auto* h100 = catalogue.find_hardware("h100-sxm");
    CHECK(h100->usable_bytes == Bytes{85'520'809'984});  // 81,559 MiB
    CHECK(h100->usable_basis == UsableBasis::driver);
    const auto* mac = catalogue.find_hardware("apple-m3-max-40c-128gb");
    CHECK(mac->usable_bytes == Bytes{103'079'215'104});  // measured: 96 GiB of 128
    CHECK(mac->usable_basis == UsableBasis::default_limit);
    const auto* small_mac = catalogue.find_hardware("apple-m4-16gb");
    CHECK(small_mac->usable_bytes.count() / 1'000'000 == 11'453);  // measured: 11,453 MB of 16 GB
    const auto* nominal = catalogue.find_hardware("rtx-2070");
    CHECK(nominal->usable_bytes == Bytes{8'000'000'000});
    CHECK(nominal->usable_basis == UsableBasis::nominal);
}

TEST_CASE("cache formats have the widths of their blocks", "[catalog]") {
    const Catalogue catalogue;
    const std::map<std::string, BlockWidth> widths = {{"f16", {1, 2}},    {"f32", {1, 4}},    {"q8_0", {32, 34}},
                                                      {"q4_0", {32, 18}}, {"q5_1", {32, 24}}, {"fp8", {1, 1}}};
    for (const auto& [name, width] : widths) {
        INFO(name);
        CHECK(catalogue.find_format(name)->cache_width == width);
    }
}

TEST_CASE("a row's layer types are one letter for each layer", "[catalog]") {
    const Catalogue catalogue;
    for (const auto& row : catalogue.models()) {
        INFO(row.id);
        CHECK((row.layer_types.empty() || row.layer_types.size() == row.dims.layers));
    }
}

TEST_CASE("a data directory is laid over the embedded rows", "[catalog]") {
    const DataFolder folder;
    folder.write("hardware.json", R"({"hardware": [
        {"id": "rtx-4090", "name": "mine", "class": "desktop", "memory_usable_bytes": 1000, "sources": ["me"]},
        {"id": "abacus", "aliases": ["beads"], "name": "Abacus", "class": "cpu", "memory_nominal_gb": 1, "sources": ["me"]}]})");
    const Catalogue embedded;
    const Catalogue over(folder.path());
    CHECK(over.hardware().size() == embedded.hardware().size() + 1);
    CHECK(over.find_hardware("rtx-4090")->usable_bytes == Bytes{1000});
    CHECK(over.find_hardware("BEADS")->id == "abacus");
    CHECK(over.models().size() == embedded.models().size());
}

TEST_CASE("a bad row in a data directory is told with its pointer", "[catalog]") {
    const DataFolder folder;
    folder.write("hardware.json",
                 R"({"hardware": [{"id": "x", "name": "X", "class": "destkop", "memry": 1, "sources": ["me"]}]})");
    try {
        const Catalogue over(folder.path());
        FAIL("accepted");
    } catch (const InputError& error) {
        REQUIRE(error.problems().size() == 2);
        CHECK(error.problems()[0].where.pointer == "/hardware/0/class");
        CHECK(error.problems()[1].where.pointer == "/hardware/0/memry");
        CHECK(error.problems()[1].what.id == Message::unknown_key);
    }
}
