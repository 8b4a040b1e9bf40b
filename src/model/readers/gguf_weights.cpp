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

bool is_expert(TensorClass cls) {
    return cls == TensorClass::expert_up || cls == TensorClass::expert_gate || cls == TensorClass::expert_down;
}

/// experts that a token passes through, of those there are.
Ratio used_experts(const GgufFile& file) {
    const auto& metadata = file.header.metadata;
    const std::string prefix = metadata.text("general.architecture").value_or("");
    const auto all = metadata.integer(prefix + ".expert_count", UINT32_MAX).value_or(0);
    const auto used = metadata.integer(prefix + ".expert_used_count", UINT32_MAX).value_or(0);
    return all == 0 || used == 0 || used > all ? Ratio{1, 1} : Ratio{used, all};
}

Params active(const std::vector<TensorSum>& sums, Ratio experts) {
    Params count;
    for (const auto& sum : sums) {
        if (sum.cls == TensorClass::mtp) { continue; }
        count += Params(sum.elements) * (is_expert(sum.cls) ? experts : Ratio{1, 1});
    }
    return count;
}

}  // namespace

GgufWeights gguf_weights(const GgufFile& file, std::uint32_t layers, bool projector) {
    GgufWeights weights;
    TensorSums sums;
    const auto add = [&](const GgufHeader& header) {
        for (const auto& tensor : header.tensors) {
            sums.add(class_of(tensor, layers, projector), tensor.type->name, tensor.elements, tensor.bytes);
        }
        weights.file.data_missing = weights.file.data_missing || header.data_missing;
    };
    add(file.header);
    for (const auto& part : file.other_parts) { add(part); }
    weights.file.sums = sums.sums();
    weights.dominant_type = sums.dominant_type();
    weights.parameters = counted_parameters(weights.file.sums);
    weights.active_parameters = active(weights.file.sums, used_experts(file));
    return weights;
}

}  // namespace sizer
