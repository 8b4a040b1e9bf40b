#include "plan/split.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <string>

namespace sizer {
namespace {

bool divides_heads(const Model& model, std::uint32_t degree) {
    const auto heads = model.architecture.dims.heads;
    return heads == 0 || heads % degree == 0;
}

/// the degrees up to the number of heads that divide them, as text: "1, 2, 4, 8".
std::string possible_degrees(const Model& model) {
    constexpr std::uint32_t k_most_listed = 64;
    std::string list;
    for (std::uint32_t degree = 1; degree <= std::min(model.architecture.dims.heads, k_most_listed); ++degree) {
        if (divides_heads(model, degree)) { list += (list.empty() ? "" : ", ") + std::to_string(degree); }
    }
    return list;
}

[[noreturn]] void refuse_product(std::uint32_t tensor, std::uint32_t pipeline, std::uint32_t devices) {
    throw InputError(Problem{{Message::split_not_devices,
                              {{"tensor", std::uint64_t{tensor}},
                               {"pipeline", std::uint64_t{pipeline}},
                               {"devices", std::uint64_t{devices}}}},
                             {"--tp"},
                             {Message::mend_split_devices, {{"devices", std::uint64_t{devices}}}}});
}

}  // namespace

Split split_over(const Model& model, const Deployment& deployment, std::uint32_t devices) {
    if (deployment.tensor_parallel && !divides_heads(model, *deployment.tensor_parallel)) {
        throw InputError(Problem{{Message::impossible_split,
                                  {{"degree", std::uint64_t{*deployment.tensor_parallel}},
                                   {"heads", std::uint64_t{model.architecture.dims.heads}}}},
                                 {"--tp"},
                                 {Message::mend_possible_degrees, {{"names", possible_degrees(model)}}}});
    }
    Split split;
    if (deployment.tensor_parallel) {
        split.tensor = *deployment.tensor_parallel;
        split.pipeline = deployment.pipeline_parallel.value_or(std::max(1U, devices / split.tensor));
    } else if (deployment.pipeline_parallel) {
        split.pipeline = *deployment.pipeline_parallel;
        split.tensor = std::max(1U, devices / split.pipeline);
    } else {
        split.tensor = devices;
        while (devices % split.tensor != 0 || !divides_heads(model, split.tensor)) { --split.tensor; }
        split.pipeline = devices / split.tensor;
    }
    if (std::uint64_t{split.tensor} * split.pipeline != devices) {
        refuse_product(split.tensor, split.pipeline, devices);
    }
    const auto layers = model.architecture.dims.layers;
    if (layers != 0 && split.pipeline > layers) {
        throw InputError(Problem{
            {Message::too_many_stages, {{"stages", std::uint64_t{split.pipeline}}, {"layers", std::uint64_t{layers}}}},
            {"--pp"},
            {Message::mend_fewer_stages, {{"layers", std::uint64_t{layers}}}}});
    }
    return split;
}

}  // namespace sizer
