#pragma once

#include <sizer/architecture.hpp>

namespace sizer::test {

// Published dimensions, written out by hand for tests that follow the arithmetic. Source of each: the model's
// config.json on Hugging Face.

inline Architecture llama_8b() {  // meta-llama/Llama-3.1-8B
    return {.name = "llama",
            .dims = {.design = Design::standard,
                     .layers = 32,
                     .heads = 32,
                     .kv_heads = 8,
                     .d_head = 128,
                     .hidden_size = 4096,
                     .intermediate_size = 14336,
                     .vocab_size = 128256}};
}

inline Architecture llama_70b() {  // meta-llama/Llama-3.3-70B-Instruct
    return {.name = "llama",
            .dims = {.design = Design::standard,
                     .layers = 80,
                     .heads = 64,
                     .kv_heads = 8,
                     .d_head = 128,
                     .hidden_size = 8192,
                     .intermediate_size = 28672,
                     .vocab_size = 128256}};
}

inline Architecture qwen25_05b() {  // Qwen/Qwen2.5-0.5B
    return {.name = "qwen2",
            .dims = {.design = Design::standard,
                     .layers = 24,
                     .heads = 14,
                     .kv_heads = 2,
                     .d_head = 64,
                     .hidden_size = 896,
                     .intermediate_size = 4864,
                     .vocab_size = 151936,
                     .tie_word_embeddings = true,
                     .qkv_bias = true}};
}

inline Architecture qwen25_72b() {  // Qwen/Qwen2.5-72B
    return {.name = "qwen2",
            .dims = {.design = Design::standard,
                     .layers = 80,
                     .heads = 64,
                     .kv_heads = 8,
                     .d_head = 128,
                     .hidden_size = 8192,
                     .intermediate_size = 29568,
                     .vocab_size = 152064,
                     .qkv_bias = true}};
}

inline Architecture phi_4() {  // microsoft/phi-4
    return {.name = "phi3",
            .dims = {.design = Design::standard,
                     .layers = 40,
                     .heads = 40,
                     .kv_heads = 10,
                     .d_head = 128,
                     .hidden_size = 5120,
                     .intermediate_size = 17920,
                     .vocab_size = 100352}};
}

inline Architecture mixtral_8x7b() {  // mistralai/Mixtral-8x7B-v0.1
    return {.name = "llama",
            .dims = {.design = Design::standard,
                     .layers = 32,
                     .heads = 32,
                     .kv_heads = 8,
                     .d_head = 128,
                     .hidden_size = 4096,
                     .intermediate_size = 14336,
                     .vocab_size = 32000,
                     .moe = {.experts = 8, .experts_per_token = 2, .expert_intermediate_size = 14336}}};
}

inline Architecture gpt_oss_20b() {  // openai/gpt-oss-20b
    return {.name = "gpt-oss",
            .dims = {.design = Design::standard,
                     .layers = 24,
                     .heads = 64,
                     .kv_heads = 8,
                     .d_head = 64,
                     .hidden_size = 2880,
                     .intermediate_size = 2880,
                     .vocab_size = 201088,
                     .sliding_window = 128,
                     .attention_sinks = true,
                     .qkv_bias = true,
                     .output_bias = true,
                     .moe = {.experts = 32,
                             .experts_per_token = 4,
                             .expert_intermediate_size = 2880,
                             .router_bias = true,
                             .expert_bias = true}},
            .layer_types = "sfsfsfsfsfsfsfsfsfsfsfsf"};
}

inline Architecture gemma_3_4b() {  // google/gemma-3-4b-it
    return {.name = "gemma3",
            .dims = {.design = Design::standard,
                     .layers = 34,
                     .heads = 8,
                     .kv_heads = 4,
                     .d_head = 256,
                     .hidden_size = 2560,
                     .intermediate_size = 10240,
                     .vocab_size = 262208,
                     .tie_word_embeddings = true,
                     .sliding_window = 1024,
                     .qk_norm = QkNorm::head,
                     .norms_per_layer = 4,
                     .vision = {.kind = VisionKind::siglip_gemma3,
                                .hidden_size = 1152,
                                .layers = 27,
                                .intermediate_size = 4304,
                                .patch = 14,
                                .positions = 4096}},
            .layer_types = "sssssfsssssfsssssfsssssfsssssfssss"};
}

inline Architecture deepseek_v3() {  // deepseek-ai/DeepSeek-V3
    return {.name = "deepseek2",
            .dims = {.design = Design::mla,
                     .layers = 61,
                     .heads = 128,
                     .kv_heads = 128,
                     .d_head = 192,
                     .d_head_v = 128,
                     .hidden_size = 7168,
                     .intermediate_size = 18432,
                     .vocab_size = 129280,
                     .moe = {.experts = 256,
                             .experts_per_token = 8,
                             .expert_intermediate_size = 2048,
                             .shared_experts = 1,
                             .shared_intermediate_size = 2048,
                             .first_dense_layers = 3,
                             .router_bias = true},
                     .mla = {.kv_lora_rank = 512,
                             .q_lora_rank = 1536,
                             .qk_rope_head_dim = 64,
                             .qk_nope_head_dim = 128,
                             .v_head_dim = 128},
                     .mtp = {.kind = MtpKind::deepseek, .layers = 1, .own_embeddings = true}}};
}

inline Architecture qwen3_next() {  // Qwen/Qwen3-Next-80B-A3B-Instruct
    return {.name = "qwen3next",
            .dims = {.design = Design::linear_hybrid,
                     .layers = 48,
                     .heads = 16,
                     .kv_heads = 2,
                     .d_head = 256,
                     .hidden_size = 2048,
                     .intermediate_size = 5120,
                     .vocab_size = 151936,
                     .attention_output_gate = true,
                     .conv_kernel = 4,
                     .qk_norm = QkNorm::head,
                     .moe = {.experts = 512,
                             .experts_per_token = 10,
                             .expert_intermediate_size = 512,
                             .shared_experts = 1,
                             .shared_intermediate_size = 512,
                             .shared_gate = true},
                     .linear = {.key_heads = 16, .key_dim = 128, .value_heads = 32, .value_dim = 128}},
            .layer_types = "lllflllflllflllflllflllflllflllflllflllflllflllf"};
}

inline Architecture nemotron_nano_9b() {  // nvidia/NVIDIA-Nemotron-Nano-9B-v2
    return {.name = "nemotron_h",
            .dims = {.design = Design::nemotron_h,
                     .layers = 56,
                     .heads = 40,
                     .kv_heads = 8,
                     .d_head = 128,
                     .hidden_size = 4480,
                     .intermediate_size = 15680,
                     .vocab_size = 131072,
                     .conv_kernel = 4,
                     .mlp = MlpKind::two_matrix,
                     .ssm = {.inner_size = 10240, .state_size = 128, .groups = 8, .heads = 128, .head_dim = 80}},
            .layer_types = "m-m-m-mm-m-m-m*-m-m-m*-m-m-m-m*-m-m-m-m*-m-mm-m-m-m-m-m-"};
}

}  // namespace sizer::test
