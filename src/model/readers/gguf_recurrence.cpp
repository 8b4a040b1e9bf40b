#include "model/readers/gguf_dimensions.hpp"

namespace sizer {
namespace {

/// Mamba-1 has a low-rank time step, Mamba-2 heads; both stand under ssm.time_step_rank.
void read_mamba(const GgufSource& source, Dimensions& dims) {
    const auto& keys = source.keys;
    StateSpace& ssm = dims.ssm;
    ssm.inner_size = keys.width("ssm.inner_size");
    ssm.state_size = keys.width("ssm.state_size");
    const std::uint32_t rank = keys.width("ssm.time_step_rank");
    if (dims.design == Design::mamba || dims.design == Design::jamba) {
        ssm.dt_rank = rank;
        ssm.bcdt_norm = source.tensors.has("ssm_dt_norm.weight");
        return;
    }
    ssm.groups = keys.width("ssm.group_count");
    ssm.heads = rank;
    ssm.head_dim = rank == 0 ? 0 : ssm.inner_size / rank;
    ssm.gated_norm = source.tensors.empty() || source.tensors.has("ssm_norm.weight");
}

/// The gated delta net borrows Mamba's keys. Source: llama.cpp, src/models/qwen3next.cpp.
void read_delta_net(const GgufSource& source, Dimensions& dims) {
    const auto& keys = source.keys;
    const std::uint32_t value_heads = keys.width("ssm.time_step_rank");
    dims.linear = {.key_heads = keys.width("ssm.group_count"),
                   .key_dim = keys.width("ssm.state_size"),
                   .value_heads = value_heads,
                   .value_dim = value_heads == 0 ? 0 : keys.width("ssm.inner_size") / value_heads};
}

void read_rwkv(const GgufSource& source, Dimensions& dims) {
    dims.d_head = source.keys.width("wkv.head_size");
    dims.heads = dims.d_head == 0 ? 0 : dims.hidden_size / dims.d_head;
}

}  // namespace

void read_recurrence(const GgufSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    dims.conv_kernel = source.keys.width("ssm.conv_kernel", source.keys.width("shortconv.l_cache"));
    switch (dims.design) {
    case Design::mamba:
    case Design::mamba2:
    case Design::jamba:
    case Design::nemotron_h:
    case Design::granite_hybrid:
    case Design::falcon_h1: read_mamba(source, dims); break;
    case Design::linear_hybrid: read_delta_net(source, dims); break;
    case Design::kimi_linear: {
        const auto head = source.keys.width("kda.head_dim");
        dims.linear = {.key_heads = dims.heads, .key_dim = head, .value_heads = dims.heads, .value_dim = head};
        break;
    }
    case Design::rwkv: read_rwkv(source, dims); break;
    default: break;
    }
}

}  // namespace sizer
