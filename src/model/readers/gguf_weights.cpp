#include "model/readers/gguf_weights.hpp"

#include "model/readers/tensor_class.hpp"
#include "model/readers/tensor_sums.hpp"

namespace sizer {
namespace {

TensorClass class_of(const GgufTensor& tensor, std::uint32_t layers, bool projector) {
    if (projector) { return TensorClass::vision; }
    const auto layer = gguf_tensor_name(tensor.name).layer;
    // The MTP blocks are the last ones and have the names of ordinary tensors besides their own.
    if (layer >= 0 && static_cast<std::uint32_t>(layer) >= layers) { return TensorClass::mtp; }
    return gguf_tensor_class(tensor.name);
}

/// One expert's share of it is used for a token: the experts' matrices and, in gpt-oss, their biases.
bool is_expert(const GgufTensor& tensor, TensorClass cls) {
    return cls == TensorClass::expert_up || cls == TensorClass::expert_gate || cls == TensorClass::expert_down ||
           tensor.name.ends_with("_exps.bias");
}

/// experts that a token passes through, of those there are.
Ratio used_experts(const GgufFile& file) {
    const auto& metadata = file.header.metadata;
    const std::string prefix = metadata.text("general.architecture").value_or("");
    const auto all = metadata.integer(prefix + ".expert_count", UINT32_MAX).value_or(0);
    const auto used = metadata.integer(prefix + ".expert_used_count", UINT32_MAX).value_or(0);
    return all == 0 || used == 0 || used > all ? Ratio{1, 1} : Ratio{used, all};
}

}  // namespace

GgufWeights gguf_weights(const GgufFile& file, std::uint32_t layers, bool projector) {
    GgufWeights weights;
    TensorSums sums;
    Params expert_parameters;
    const auto add = [&](const GgufHeader& header) {
        for (const auto& tensor : header.tensors) {
            const auto cls = class_of(tensor, layers, projector);
            sums.add(cls, tensor.type->name, tensor.elements, tensor.bytes);
            if (cls != TensorClass::mtp && is_expert(tensor, cls)) { expert_parameters += Params(tensor.elements); }
        }
        weights.file.data_missing = weights.file.data_missing || header.data_missing;
    };
    add(file.header);
    for (const auto& part : file.other_parts) { add(part); }
    weights.file.sums = sums.sums();
    weights.dominant_type = sums.dominant_type();
    weights.parameters = counted_parameters(weights.file.sums);
    weights.active_parameters = weights.parameters - expert_parameters + expert_parameters * used_experts(file);
    return weights;
}

}  // namespace sizer
