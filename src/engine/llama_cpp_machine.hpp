#pragma once

#include "engine/llama_cpp_compute.hpp"

namespace sizer {

/// how llama.cpp lays the model over a machine's GPUs: whole layers, the output layer first; what stays in the host's
/// memory is outside the device's account. Nothing for the CPU backend, whose one memory holds everything.
[[nodiscard]] std::optional<EngineAccount> llama_cpp_on_machine(const Model& model, const Deployment& deployment,
                                                                const Budget& budget, const EnginePlace& place);

}  // namespace sizer
