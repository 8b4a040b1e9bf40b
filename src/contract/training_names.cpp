#include "contract/training_names.hpp"

namespace sizer {
namespace {

using Names = std::span<const std::string_view>;

}  // namespace

Names method_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"full", "lora", "qlora"});
    return k_names;
}

Names optimizer_names() {
    static constexpr auto k_names =
        std::to_array<std::string_view>({"adamw", "adamw-bf16", "adamw-8bit", "paged-adamw", "paged-adamw-8bit",
                                         "adafactor", "sgd", "lion", "muon", "galore", "lomo"});
    return k_names;
}

Names precision_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"bf16", "mixed-bf16", "mixed-fp16", "fp32"});
    return k_names;
}

Names quant_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"none", "nf4", "nf4-dq", "int8"});
    return k_names;
}

Names checkpointing_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"on", "off", "selective"});
    return k_names;
}

Names loss_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"full", "chunked", "fused"});
    return k_names;
}

Names offload_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"none", "optimizer", "parameters"});
    return k_names;
}

Names trainer_names() {
    static constexpr auto k_names = std::to_array<std::string_view>(
        {"generic", "hf", "litgpt", "torchtune", "torchtitan", "deepspeed", "fsdp", "unsloth"});
    return k_names;
}

Names target_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"q", "k", "v", "o", "gate", "up", "down", "head"});
    return k_names;
}

Names on_off_names() {
    static constexpr auto k_names = std::to_array<std::string_view>({"on", "off"});
    return k_names;
}

std::string_view term_key(TrainingTermName name) {
    static constexpr auto k_names = std::to_array<std::string_view>(
        {"weights", "gradients", "optimizer", "adapters", "activations", "logits", "overhead"});
    return k_names.at(static_cast<std::size_t>(name));
}

std::string targets_text(const Targets& targets) {
    std::string text;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (targets.at(i)) { text += (text.empty() ? "" : ",") + std::string(target_names()[i]); }
    }
    return text;
}

}  // namespace sizer
