#include "model/readers/ggml_type.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

// Source: llama.cpp 0.5.0, ggml/src/ggml-common.h (the block structures) and ggml/include/ggml.h (enum ggml_type).
constexpr std::array k_types = {
    GgmlType{0, "F32", {1, 4}},         GgmlType{1, "F16", {1, 2}},         GgmlType{2, "Q4_0", {32, 18}},
    GgmlType{3, "Q4_1", {32, 20}},      GgmlType{6, "Q5_0", {32, 22}},      GgmlType{7, "Q5_1", {32, 24}},
    GgmlType{8, "Q8_0", {32, 34}},      GgmlType{9, "Q8_1", {32, 36}},      GgmlType{10, "Q2_K", {256, 84}},
    GgmlType{11, "Q3_K", {256, 110}},   GgmlType{12, "Q4_K", {256, 144}},   GgmlType{13, "Q5_K", {256, 176}},
    GgmlType{14, "Q6_K", {256, 210}},   GgmlType{15, "Q8_K", {256, 292}},   GgmlType{16, "IQ2_XXS", {256, 66}},
    GgmlType{17, "IQ2_XS", {256, 74}},  GgmlType{18, "IQ3_XXS", {256, 98}}, GgmlType{19, "IQ1_S", {256, 50}},
    GgmlType{20, "IQ4_NL", {32, 18}},   GgmlType{21, "IQ3_S", {256, 110}},  GgmlType{22, "IQ2_S", {256, 82}},
    GgmlType{23, "IQ4_XS", {256, 136}}, GgmlType{24, "I8", {1, 1}},         GgmlType{25, "I16", {1, 2}},
    GgmlType{26, "I32", {1, 4}},        GgmlType{27, "I64", {1, 8}},        GgmlType{28, "F64", {1, 8}},
    GgmlType{29, "IQ1_M", {256, 56}},   GgmlType{30, "BF16", {1, 2}},       GgmlType{34, "TQ1_0", {256, 54}},
    GgmlType{35, "TQ2_0", {256, 66}},   GgmlType{39, "MXFP4", {32, 17}},    GgmlType{40, "NVFP4", {64, 36}},
    GgmlType{41, "Q1_0", {128, 18}},    GgmlType{42, "Q2_0", {64, 18}},
};

struct Numbered {
    std::uint64_t number;
    std::string_view name;
};

// Source: the same enum, entries commented out.
constexpr std::array k_removed = {
    Numbered{4, "Q4_2"},      Numbered{5, "Q4_3"},        Numbered{31, "Q4_0_4_4"},   Numbered{32, "Q4_0_4_8"},
    Numbered{33, "Q4_0_8_8"}, Numbered{36, "IQ4_NL_4_4"}, Numbered{37, "IQ4_NL_4_8"}, Numbered{38, "IQ4_NL_8_8"},
};

// Source: llama.cpp 0.5.0, include/llama.h, enum llama_ftype.
constexpr std::array k_file_types = {
    Numbered{0, "F32"},           Numbered{1, "F16"},       Numbered{2, "Q4_0"},       Numbered{3, "Q4_1"},
    Numbered{4, "Q4_1_SOME_F16"}, Numbered{5, "Q4_2"},      Numbered{6, "Q4_3"},       Numbered{7, "Q8_0"},
    Numbered{8, "Q5_0"},          Numbered{9, "Q5_1"},      Numbered{10, "Q2_K"},      Numbered{11, "Q3_K_S"},
    Numbered{12, "Q3_K_M"},       Numbered{13, "Q3_K_L"},   Numbered{14, "Q4_K_S"},    Numbered{15, "Q4_K_M"},
    Numbered{16, "Q5_K_S"},       Numbered{17, "Q5_K_M"},   Numbered{18, "Q6_K"},      Numbered{19, "IQ2_XXS"},
    Numbered{20, "IQ2_XS"},       Numbered{21, "Q2_K_S"},   Numbered{22, "IQ3_XS"},    Numbered{23, "IQ3_XXS"},
    Numbered{24, "IQ1_S"},        Numbered{25, "IQ4_NL"},   Numbered{26, "IQ3_S"},     Numbered{27, "IQ3_M"},
    Numbered{28, "IQ2_S"},        Numbered{29, "IQ2_M"},    Numbered{30, "IQ4_XS"},    Numbered{31, "IQ1_M"},
    Numbered{32, "BF16"},         Numbered{33, "Q4_0_4_4"}, Numbered{34, "Q4_0_4_8"},  Numbered{35, "Q4_0_8_8"},
    Numbered{36, "TQ1_0"},        Numbered{37, "TQ2_0"},    Numbered{38, "MXFP4_MOE"}, Numbered{39, "NVFP4"},
    Numbered{40, "Q1_0"},         Numbered{41, "Q2_0"},
};

template <std::size_t N>
std::string_view name_of(const std::array<Numbered, N>& table, std::uint64_t number) {
    const auto* const found = std::ranges::find(table, number, &Numbered::number);
    return found == table.end() ? std::string_view{} : found->name;
}

}  // namespace

const GgmlType* ggml_type(std::uint32_t id) {
    const auto* const found = std::ranges::find(k_types, id, &GgmlType::id);
    return found == k_types.end() ? nullptr : found;
}

std::string_view removed_ggml_type(std::uint32_t id) { return name_of(k_removed, id); }

std::string_view gguf_file_type_name(std::uint64_t number) { return name_of(k_file_types, number); }

}  // namespace sizer
