#pragma once

#include <sizer/deployment.hpp>
#include <sizer/model.hpp>

#include <cstdint>

namespace sizer {

/// How a model is cut over the devices of a machine: every layer over `tensor` devices, the layers over `pipeline`
/// stages.
struct Split {
    std::uint32_t tensor = 1;
    std::uint32_t pipeline = 1;
    friend bool operator==(const Split&, const Split&) = default;
};

/// the split over `devices` devices: what --tp and --pp ask for, else tensor parallel as far as the attention heads
/// divide and pipeline stages for the rest; throws InputError for a degree that the heads do not divide by, or whose
/// product is not the number of devices.
[[nodiscard]] Split split_over(const Model& model, const Deployment& deployment, std::uint32_t devices);

}  // namespace sizer
