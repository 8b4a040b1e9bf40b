#include "memory/terms.hpp"

namespace sizer {
namespace {

std::uint32_t rounded_up_share(std::uint32_t whole, std::uint32_t parts) { return (whole + parts - 1) / parts; }

}  // namespace

KvLayout device_share(KvLayout layout, std::uint32_t tensor, std::uint32_t pipeline) {
    for (auto& group : layout) {
        if (group.kv_heads > 1) {
            const auto mine = rounded_up_share(group.kv_heads, tensor);
            group.k_elements = group.k_elements / group.kv_heads * mine;
            group.v_elements = group.v_elements / group.kv_heads * mine;
            group.kv_heads = mine;
        }
        group.layers = rounded_up_share(group.layers, pipeline);
    }
    return layout;
}

}  // namespace sizer
