#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>
#include <cmath>

namespace sizer {
namespace {

constexpr std::uint64_t k_usual_expansion = 2;

/// hidden_size x expand; a fraction is cut off as Python's int() does.
std::uint32_t expanded(const HfSource& source, std::string_view key, std::uint32_t hidden) {
    const double factor =
        std::clamp(source.text.real(key).value_or(static_cast<double>(k_usual_expansion)), 0.0, 1000.0);
    return static_cast<std::uint32_t>(std::min(factor * hidden, static_cast<double>(k_most_width)));
}

/// "auto": a sixteenth of the hidden size, rounded up. Source: configuration_mamba.py.
std::uint32_t time_step_rank(const HfSource& source, std::string_view key, std::uint32_t hidden) {
    constexpr std::uint32_t k_share = 16;
    return source.text.is_text(key) ? (hidden + k_share - 1) / k_share
                                    : source.width({key}, (hidden + k_share - 1) / k_share);
}

/// Sources: configuration_mamba.py, configuration_falcon_mamba.py, configuration_jamba.py.
void read_mamba1(const HfSource& source, Dimensions& dims) {
    if (dims.design == Design::jamba) {
        dims.conv_kernel = source.width({"mamba_d_conv"}, 4);
        dims.ssm = {.inner_size = expanded(source, "mamba_expand", dims.hidden_size),
                    .state_size = source.width({"mamba_d_state"}, 16),
                    .dt_rank = time_step_rank(source, "mamba_dt_rank", dims.hidden_size),
                    .bcdt_norm = true};
        return;
    }
    dims.conv_kernel = source.width({"conv_kernel"}, 4);
    dims.ssm = {.inner_size = source.width({"intermediate_size"}, expanded(source, "expand", dims.hidden_size)),
                .state_size = source.width({"state_size"}, 16),
                .dt_rank = time_step_rank(source, "time_step_rank", dims.hidden_size)};
}

/// What is missing of inner size, heads and head size follows from the other two.
void settle_heads(StateSpace& ssm) {
    if (ssm.head_dim == 0 && ssm.heads != 0) { ssm.head_dim = ssm.inner_size / ssm.heads; }
    if (ssm.heads == 0 && ssm.head_dim != 0) { ssm.heads = ssm.inner_size / ssm.head_dim; }
}

/// Sources: configuration_mamba2.py, configuration_nemotron_h.py (its inner size is the heads', "expand" is not used).
void read_mamba2(const HfSource& source, Dimensions& dims) {
    dims.conv_kernel = source.width({"conv_kernel"}, 4);
    const bool nemotron = dims.design == Design::nemotron_h;
    dims.ssm = {.state_size = source.width({"ssm_state_size", "state_size"}, 128),
                .groups = source.width({"n_groups"}, 8),
                .heads = source.width({"mamba_num_heads", "num_heads"}),
                .head_dim = source.width({"mamba_head_dim", "head_dim"}, 64)};
    const std::uint64_t inner = std::uint64_t{dims.ssm.heads} * dims.ssm.head_dim;
    dims.ssm.inner_size = nemotron && inner <= k_most_width ? static_cast<std::uint32_t>(inner)
                                                            : expanded(source, "expand", dims.hidden_size);
    settle_heads(dims.ssm);
}

/// Sources: configuration_granitemoehybrid.py, configuration_falcon_h1.py.
void read_mamba2_of_hybrid(const HfSource& source, Dimensions& dims) {
    dims.conv_kernel = source.width({"mamba_d_conv"}, 4);
    const bool automatic = source.text.is_text("mamba_d_head");
    dims.ssm = {.inner_size = source.width({"mamba_d_ssm"}, expanded(source, "mamba_expand", dims.hidden_size)),
                .state_size = source.width({"mamba_d_state"}, 256),
                .groups = source.width({"mamba_n_groups"}, 1),
                .heads = source.width({"mamba_n_heads"}, 128),
                .head_dim = automatic ? 0 : source.width({"mamba_d_head"})};
    if (dims.design == Design::falcon_h1) { dims.ssm.gated_norm = source.flag("mamba_rms_norm", false); }
    settle_heads(dims.ssm);
}

/// Source: configuration_qwen3_next.py.
void read_delta_net(const HfSource& source, Dimensions& dims) {
    dims.conv_kernel = source.width({"linear_conv_kernel_dim"}, 4);
    dims.linear = {.key_heads = source.width({"linear_num_key_heads"}, 16),
                   .key_dim = source.width({"linear_key_head_dim"}, 128),
                   .value_heads = source.width({"linear_num_value_heads"}, 32),
                   .value_dim = source.width({"linear_value_head_dim"}, 128)};
}

/// Source: Kimi-Linear's configuration_kimi.py: the sizes stand in an object of their own.
void read_kimi_delta(const HfSource& source, Dimensions& dims) {
    const auto config = source.text.object("linear_attn_config");
    if (!config) { return; }
    const HfSource inner{source.type, *config, source.root};
    const auto heads = inner.width({"num_heads"}, dims.heads);
    const auto width = inner.width({"head_dim"}, 128);
    dims.conv_kernel = inner.width({"short_conv_kernel_size"}, 4);
    dims.linear = {.key_heads = heads, .key_dim = width, .value_heads = heads, .value_dim = width};
}

}  // namespace

void read_hf_recurrence(const HfSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    switch (dims.design) {
    case Design::mamba:
    case Design::jamba: read_mamba1(source, dims); break;
    case Design::mamba2:
    case Design::nemotron_h: read_mamba2(source, dims); break;
    case Design::granite_hybrid:
    case Design::falcon_h1: read_mamba2_of_hybrid(source, dims); break;
    case Design::linear_hybrid: read_delta_net(source, dims); break;
    case Design::kimi_linear: read_kimi_delta(source, dims); break;
    case Design::lfm2: dims.conv_kernel = source.width({"conv_L_cache"}, 3); break;
    default: break;
    }
}

}  // namespace sizer
