#include "model/readers/stores.hpp"

#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace sizer;
using namespace sizer::test;

namespace {

const std::string k_digest(64, 'a');

Surroundings at_home(const TemporaryFolder& folder) { return {.environment = {}, .home = folder.path().string()}; }

}  // namespace

TEST_CASE("A Hugging Face snapshot is found by its repository and main revision", "[readers]") {
    const TemporaryFolder folder;
    const std::filesystem::path repository = ".cache/huggingface/hub/models--Qwen--Qwen3-8B";
    folder.write(repository / "refs/main", "abc123");
    folder.write(repository / "snapshots/abc123/config.json", "{}");
    folder.write(repository / "snapshots/zzz/config.json", "{}");
    const auto here = at_home(folder);
    CHECK(find_in_stores("hf:Qwen/Qwen3-8B", here) == folder.path() / repository / "snapshots/abc123");
    CHECK(find_in_stores("Qwen/Qwen3-8B", here) == folder.path() / repository / "snapshots/abc123");
    CHECK_FALSE(find_in_stores("hf:Qwen/Qwen3-4B", here).has_value());
    folder.write(repository / "refs/main", "../../../..");
    CHECK(find_in_stores("hf:Qwen/Qwen3-8B", here) == folder.path() / repository / "snapshots/zzz");
}

TEST_CASE("The variables of the Hugging Face hub are honoured", "[readers]") {
    const TemporaryFolder folder;
    folder.write("x/models--a--b/snapshots/1/model.Q4_K_M.gguf", "");
    folder.write("x/models--a--b/snapshots/1/model.Q8_0.gguf", "");
    folder.write("x/models--a--b/snapshots/1/mmproj-F16.gguf", "");
    const Surroundings by_cache{.environment = {{"HF_HUB_CACHE", (folder.path() / "x").string()}}, .home = ""};
    const auto found = find_stored_model("hf:a/b:q8_0", by_cache);
    REQUIRE(found.has_value());
    CHECK(found->path.filename() == "model.Q8_0.gguf");
    REQUIRE(found->projector.has_value());
    CHECK(find_in_stores("hf:a/b", by_cache)->filename() == "model.Q4_K_M.gguf");
    std::filesystem::rename(folder.path() / "x", folder.path() / "hub");
    const Surroundings by_home{.environment = {{"HF_HOME", folder.path().string()}}, .home = ""};
    CHECK(find_in_stores("hf:a/b:q8_0", by_home).has_value());
}

TEST_CASE("An Ollama model is found through its manifest", "[readers]") {
    const TemporaryFolder folder;
    const std::string manifest = R"({"layers":[{"mediaType":"application/vnd.ollama.image.license","digest":"sha256:1"},
        {"mediaType":"application/vnd.ollama.image.model","digest":"sha256:)" +
                                 k_digest + R"("},
        {"mediaType":"application/vnd.ollama.image.projector","digest":"sha256:)" +
                                 std::string(64, 'b') + R"("}]})";
    const auto blob = folder.write(".ollama/models/blobs/sha256-" + k_digest, "GGUF");
    folder.write(".ollama/models/blobs/sha256-" + std::string(64, 'b'), "GGUF");
    folder.write(".ollama/models/manifests/registry.ollama.ai/library/llama3.1/8b", manifest);
    folder.write(".ollama/models/manifests/registry.ollama.ai/me/mine/latest", manifest);
    folder.write(".ollama/models/manifests/hf.co/org/model/Q4_K_M", manifest);
    const auto here = at_home(folder);
    for (const auto* const name :
         {"ollama:llama3.1:8b", "llama3.1:8b", "ollama:me/mine", "ollama:hf.co/org/model:Q4_K_M"}) {
        CHECK(find_in_stores(name, here) == blob);
    }
    CHECK(find_stored_model("ollama:llama3.1:8b", here)->projector.has_value());
    CHECK_FALSE(find_in_stores("ollama:llama3.1", here).has_value());
}

TEST_CASE("A manifest that is damaged or names no blob finds nothing", "[readers]") {
    const TemporaryFolder folder;
    const auto here = at_home(folder);
    const auto finds = [&](const std::string& manifest) {
        folder.write(".ollama/models/manifests/registry.ollama.ai/library/m/latest", manifest);
        return find_in_stores("ollama:m", here).has_value();
    };
    CHECK_FALSE(finds(""));
    CHECK_FALSE(finds("{"));
    CHECK_FALSE(finds("[]"));
    CHECK_FALSE(finds(R"({"layers":[5,{"mediaType":7}]})"));
    CHECK_FALSE(finds(
        R"({"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:../../../etc/passwd"}]})"));
}

TEST_CASE("LM Studio's and llama.cpp's folders are searched", "[readers]") {
    const TemporaryFolder folder;
    folder.write(".lmstudio/models/org/Model-GGUF/model-Q4_K_M.gguf", "");
    folder.write(".cache/llama.cpp/ggml-org_gemma-GGUF_gemma-Q8_0.gguf", "");
    folder.write(".cache/llama.cpp/split-00001-of-00002.gguf", "");
    folder.write(".cache/llama.cpp/split-00002-of-00002.gguf", "");
    const auto here = at_home(folder);
    CHECK(find_in_stores("org/Model-GGUF", here)->filename() == "model-Q4_K_M.gguf");
    CHECK(find_in_stores("lmstudio:org/Model-GGUF:q4_k_m", here).has_value());
    CHECK(find_in_stores("ggml-org/gemma-GGUF:Q8_0", here)->filename() == "ggml-org_gemma-GGUF_gemma-Q8_0.gguf");
    CHECK(find_in_stores("llama.cpp:split-00001-of-00002.gguf", here).has_value());
    CHECK_FALSE(find_in_stores("gemma", here).has_value());
}

TEST_CASE("A hostile name does not lead out of a store", "[readers]") {
    const TemporaryFolder folder;
    folder.write("secret.gguf", "");
    folder.write("secret/config.json", "{}");
    folder.write(".cache/llama.cpp/x.gguf", "");
    folder.write(".lmstudio/models/a/b.gguf", "");
    const auto here = at_home(folder);
    for (const auto* const name :
         {"../../secret.gguf", "hf:../../../secret", "ollama:../../../secret:x", "ollama:m:../../x", "lmstudio:../..",
          "llama.cpp:../../secret.gguf", "/etc/passwd", "", "hf:", "..", "a/../..", "ollama:..\\..\\x", "hf:a\nb"}) {
        INFO(name);
        CHECK_FALSE(find_in_stores(name, here).has_value());
    }
    CHECK_FALSE(find_in_stores(std::string(5000, 'x'), here).has_value());
    CHECK_FALSE(find_in_stores("m", Surroundings{}).has_value());
}
