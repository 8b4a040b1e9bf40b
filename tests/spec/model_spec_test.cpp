#include "spec/model_spec_json.hpp"

#include "spec/architecture_json.hpp"

#include <sizer/catalogue.hpp>

#include <catch2/catch.hpp>

using namespace sizer;

namespace {

ModelSpec read(const std::string& text) { return model_spec_from_json(text, "model.json"); }

std::vector<Problem> problems_of(const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const InputError& error) { return error.problems(); }
    return {};
}

std::vector<std::string> pointers_of(const std::string& text) {
    std::vector<std::string> pointers;
    for (const auto& problem : problems_of(text)) { pointers.push_back(problem.where.pointer.value()); }
    return pointers;
}

}  // namespace

TEST_CASE("A model spec says a model in its own words") {
    const auto spec = read(R"({"name": "mine", "parameters": "70B", "layers": 80, "kv_heads": 8, "d_head": 128,
                               "format": "Q4_K_M", "max_context": "128k", "moe": {"experts": 16}})");
    CHECK(spec.name == "mine");
    CHECK(spec.parameters == 70'000'000'000);
    CHECK(spec.format == "Q4_K_M");
    CHECK(spec.architecture.dims.design == Design::standard);
    CHECK(spec.architecture.dims.layers == 80);
    CHECK(spec.architecture.dims.kv_heads == 8);
    CHECK(spec.architecture.dims.d_head == 128);
    CHECK(spec.architecture.dims.max_context == 131072);
    CHECK(spec.architecture.dims.moe.experts == 16);
    CHECK(spec.given == std::vector<std::string>{"name", "parameters", "layers", "kv_heads", "d_head", "format",
                                                 "max_context", "moe"});
}

TEST_CASE("Numbers may be written as people write them") {
    CHECK(read(R"({"parameters": 70e9})").parameters == 70'000'000'000);
    CHECK(read(R"({"parameters": "7.5B"})").parameters == 7'500'000'000);
    CHECK(read(R"({"layers": 80.0})").architecture.dims.layers == 80);
    CHECK(read(R"({"layers": "80"})").architecture.dims.layers == 80);
}

TEST_CASE("Hugging Face's names are synonyms, nested members among them") {
    const auto spec = read(R"({"num_hidden_layers": 61, "num_attention_heads": 128, "kv_lora_rank": 512,
                               "qk_rope_head_dim": 64, "n_routed_experts": 256, "torch_dtype": "bfloat16"})");
    CHECK(spec.architecture.dims.layers == 61);
    CHECK(spec.architecture.dims.heads == 128);
    CHECK(spec.architecture.dims.design == Design::mla);
    CHECK(spec.architecture.dims.mla.kv_lora_rank == 512);
    CHECK(spec.architecture.dims.moe.experts == 256);
    CHECK(spec.native_dtype == "bfloat16");
}

TEST_CASE("Heads alone mean multi-head attention") {
    const auto dims = read(R"({"layers": 32, "heads": 32, "hidden_size": 4096})").architecture.dims;
    CHECK(dims.kv_heads == 32);
    CHECK(dims.d_head == 128);
}

TEST_CASE("A value given twice must be the same") {
    CHECK(read(R"({"layers": 80, "num_hidden_layers": 80})").architecture.dims.layers == 80);
    const auto problems = problems_of(R"({"layers": 80, "num_hidden_layers": 81})");
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].what.id == Message::contradictory);
    CHECK(problems[0].where.pointer == "/num_hidden_layers");
    CHECK(problems_of(R"({"num_experts": 8, "moe": {"experts": 16}})").size() == 1);
    CHECK(read(R"({"num_experts": 8, "moe": {"experts_per_token": 2}})").architecture.dims.moe.experts_per_token == 2);
    CHECK(read(R"({"moe": {"experts_per_token": 2}, "num_experts": 8})").architecture.dims.moe.experts == 8);
}

TEST_CASE("All mistakes of a model spec are told at once, each with its pointer") {
    CHECK(
        pointers_of(R"({"layers": 0, "num_key_value_heads": -8, "d_head": 1e30, "parameters": "many", "hidden_size": [],
                          "moe": {"experts": 1.5}, "norm": "batch", "laiers": 3})") ==
        std::vector<std::string>{"/layers", "/num_key_value_heads", "/d_head", "/hidden_size", "/moe/experts",
                                 "/parameters", "/norm", "/laiers"});
}

TEST_CASE("An unknown key is refused with the nearest names") {
    const auto problems = problems_of(R"({"layer": 3, "moe": {"expert": 3}})");
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].where.pointer == "/moe/expert");
    CHECK(problems[1].what.id == Message::unknown_key);
    CHECK(problems[1].mend.id == Message::mend_did_you_mean);
}

TEST_CASE("More active parameters than parameters contradict each other") {
    CHECK(problems_of(R"({"parameters": "8B", "active_parameters": "13B"})").at(0).what.id == Message::contradictory);
}

TEST_CASE("A model spec is one object") {
    CHECK(problems_of("[1]").at(0).what.id == Message::wrong_type);
    CHECK(problems_of("7").at(0).where.pointer == "");
}

TEST_CASE("A spec over a catalogue row keeps what it does not give") {
    const Catalogue catalogue;
    const auto base = [&](const std::string& name, const Place& where) {
        const auto* row = catalogue.find_model(name);
        if (row == nullptr) { throw InputError(Problem{{Message::unknown_model, {{"name", name}}}, where, {}}); }
        return architecture_of(*row);
    };
    const auto spec = model_spec_from_json(R"({"base": "llama-3.1-8b", "kv_heads": 4})", "model.json", base);
    CHECK(spec.architecture.dims.kv_heads == 4);
    CHECK(spec.architecture.dims.layers == 32);
    CHECK_THROWS_AS(model_spec_from_json(R"({"base": "llama-9"})", "model.json", base), InputError);
    CHECK_THROWS_AS(model_spec_from_json(R"({"base": "gemma-2-2b", "layers": 40})", "model.json", base), InputError);
}

TEST_CASE("Every row of the catalogue is read back as it was written") {
    const Catalogue catalogue;
    for (const auto& row : catalogue.models()) {
        CAPTURE(row.id);
        const auto architecture = architecture_of(row);
        CHECK(read(architecture_json(architecture).dump()).architecture == architecture);
    }
}
