#pragma once

#include <sizer/format.hpp>

#include <cstdint>
#include <string_view>

namespace sizer {

/// The numbers by which GGUF files name their storage types.
/// Source: llama.cpp ggml/include/ggml.h, enum ggml_type.
enum class GgmlId : std::int32_t {
    f32 = 0,
    f16 = 1,
    q4_0 = 2,
    q4_1 = 3,
    q5_0 = 6,
    q5_1 = 7,
    q8_0 = 8,
    q2_k = 10,
    q3_k = 11,
    q4_k = 12,
    q5_k = 13,
    q6_k = 14,
    iq2_xxs = 16,
    iq2_xs = 17,
    iq3_xxs = 18,
    iq1_s = 19,
    iq4_nl = 20,
    iq3_s = 21,
    iq2_s = 22,
    iq4_xs = 23,
    iq1_m = 29,
    bf16 = 30,
    tq1_0 = 34,
    tq2_0 = 35,
    mxfp4 = 39,
    nvfp4 = 40,
    q1_0 = 41,
    q2_0 = 42
};

/// the width and the name of a storage type; throw std::out_of_range for one that is in no table.
[[nodiscard]] BlockWidth width_of(GgmlId id);
[[nodiscard]] std::string_view name_of(GgmlId id);

/// The file types of GGUF: what general.file_type holds. Source: llama.cpp include/llama.h, enum llama_ftype.
enum class GgufFileType : std::int32_t {
    f32 = 0,
    f16 = 1,
    q4_0 = 2,
    q4_1 = 3,
    q8_0 = 7,
    q5_0 = 8,
    q5_1 = 9,
    q2_k = 10,
    q3_k_s = 11,
    q3_k_m = 12,
    q3_k_l = 13,
    q4_k_s = 14,
    q4_k_m = 15,
    q5_k_s = 16,
    q5_k_m = 17,
    q6_k = 18,
    iq2_xxs = 19,
    iq2_xs = 20,
    q2_k_s = 21,
    iq3_xs = 22,
    iq3_xxs = 23,
    iq1_s = 24,
    iq4_nl = 25,
    iq3_s = 26,
    iq3_m = 27,
    iq2_s = 28,
    iq2_m = 29,
    iq4_xs = 30,
    iq1_m = 31,
    bf16 = 32,
    tq1_0 = 36,
    tq2_0 = 37,
    mxfp4_moe = 38,
    q1_0 = 40,
    q2_0 = 41
};

}  // namespace sizer
