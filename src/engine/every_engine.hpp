#pragma once

#include <sizer/engine.hpp>

namespace sizer {

// One engine, one file, one line here and one in engines.cpp.

extern const Engine k_rule_engine;
extern const Engine k_llama_cpp_engine;
extern const Engine k_vllm_engine;
extern const Engine k_sglang_engine;

}  // namespace sizer
