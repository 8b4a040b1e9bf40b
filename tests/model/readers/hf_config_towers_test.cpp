#include "model/readers/hf_config.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace sizer;

namespace {

Model read(const std::string& text) { return read_hf_config(text, "config.json"); }

}  // namespace

TEST_CASE("CLIP and SigLIP towers are counted with their projector") {
    // Published: llava-hf/llava-1.5-7b-hf 7,063,427,072 and google/paligemma-3b-pt-224 2,923,466,480 parameters.
    const Model llava = read(R"({"architectures": ["LlavaForConditionalGeneration"], "model_type": "llava",
        "text_config": {"architectures": ["LlamaForCausalLM"], "max_position_embeddings": 4096, "model_type": "llama",
            "vocab_size": 32064}, "tie_word_embeddings": false,
        "vision_config": {"hidden_size": 1024, "image_size": 336, "intermediate_size": 4096,
            "model_type": "clip_vision_model", "num_attention_heads": 16, "num_hidden_layers": 24, "patch_size": 14}})");
    CHECK(llava.parameters == Params(7'063'427'072));
    CHECK(llava.uncounted.empty());
    const Model paligemma = read(R"({"architectures": ["PaliGemmaForConditionalGeneration"], "model_type": "paligemma",
        "text_config": {"hidden_size": 2048, "intermediate_size": 16384, "model_type": "gemma",
            "num_attention_heads": 8, "num_hidden_layers": 18, "num_key_value_heads": 1, "vocab_size": 257216},
        "vision_config": {"hidden_size": 1152, "intermediate_size": 4304, "model_type": "siglip_vision_model",
            "num_attention_heads": 16, "num_hidden_layers": 27, "patch_size": 14, "vision_use_head": false}})");
    CHECK(paligemma.parameters == Params(2'923'466'480));
}

TEST_CASE("A tower that is not known stays uncounted, and the model says so") {
    const std::string text = R"("text_config": {"model_type": "qwen2", "hidden_size": 64, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})";
    const auto alone = read("{\"model_type\": \"wrapped\", " + text + "}");
    const auto with =
        read("{\"model_type\": \"wrapped\", " + text + ", \"vision_config\": {\"model_type\": \"new_vit\"}}");
    CHECK(alone.uncounted.empty());
    CHECK(with.uncounted == "vision_config");
    CHECK(with.parameters == alone.parameters);
    CHECK(read("{\"model_type\": \"voxtral\", " + text + ", \"audio_config\": {}}").uncounted == "audio_config");
    const auto omni = read("{\"model_type\": \"qwen2_5_omni\", \"thinker_config\": {" + text + "}}");
    CHECK(omni.uncounted == "thinker_config");
    CHECK(omni.architecture.dims.layers == 2);
}

TEST_CASE("A base class has no head of its own") {
    const auto with_class = [](const std::string& name) {
        return read(
            R"({"model_type": "mistral", "vocab_size": 32000, "tie_word_embeddings": false, "architectures": [")" +
            name + "\"]}");
    };
    CHECK(with_class("MistralModel").architecture.dims.tie_word_embeddings);
    CHECK_FALSE(with_class("MistralForCausalLM").architecture.dims.tie_word_embeddings);
    // ChatGLM's own code calls the whole so.
    CHECK_FALSE(read(R"({"model_type": "chatglm", "architectures": ["ChatGLMModel"], "num_layers": 2, "hidden_size": 64,
        "num_attention_heads": 4, "ffn_hidden_size": 128, "padded_vocab_size": 100})")
                    .architecture.dims.tie_word_embeddings);
}
