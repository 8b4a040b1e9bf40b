#include "model/readers/hf_config_parts.hpp"

#include "spec/size_text.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// Source: modeling_decilm.py, _ffn_mult_to_intermediate_size: two thirds of a multiple of 2 x hidden, up to whole
/// 256s.
std::uint32_t multiplied_width(double multiplier, std::uint32_t hidden) {
    constexpr std::uint64_t k_multiple = 256;
    const double wanted = 2.0 * std::clamp(multiplier, 0.0, 1000.0) * hidden / 3.0;
    const auto whole = static_cast<std::uint64_t>(std::min(wanted, static_cast<double>(k_most_width)));
    return static_cast<std::uint32_t>((whole + k_multiple - 1) / k_multiple * k_multiple);
}

struct Block {
    std::uint32_t kv_heads = 0;  ///< 0: no attention
    std::uint32_t width = 0;     ///< 0: no feed-forward
};

Block block_of(const HfSource& source, const HfObject& config, const Dimensions& dims) {
    Block block;
    const auto attention = config.object("attention");
    const auto feed_forward = config.object("ffn");
    const bool attends = attention && !attention->flag("no_op").value_or(false) &&
                         !attention->flag("replace_with_linear").value_or(false);
    const HfSource inner{source.type, attention ? *attention : config, source.root};
    if (attends) {
        const auto group = inner.width({"n_heads_in_group"}, 1);
        block.kv_heads = attention->has("num_key_value_heads") ? inner.width({"num_key_value_heads"})
                                                               : dims.heads / std::max(1U, group);
    }
    if (feed_forward && !feed_forward->flag("no_op").value_or(false)) {
        const HfSource wide{source.type, *feed_forward, source.root};
        block.width = feed_forward->has("intermediate_size")
                          ? wide.width({"intermediate_size"})
                          : multiplied_width(feed_forward->real("ffn_mult").value_or(0.0), dims.hidden_size);
    }
    return block;
}

/// `values` when they differ; the one that all have, or the largest.
std::uint32_t common(std::vector<std::uint32_t>& values) {
    const auto largest = values.empty() ? 0 : std::ranges::max(values);
    if (std::ranges::all_of(values, [&](auto value) { return value == largest; })) { values.clear(); }
    return largest;
}

/// Puzzle's models say every block apart. Source: configuration_decilm.py, block_config.py.
void read_puzzle_blocks(const HfSource& source, Architecture& architecture) {
    Dimensions& dims = architecture.dims;
    const auto blocks = source.text.objects("block_configs");
    if (blocks.size() != dims.layers) {
        source.text.complain("block_configs",
                             {Message::not_one_for_each_layer,
                              {{"count", std::uint64_t{blocks.size()}}, {"layers", std::uint64_t{dims.layers}}}});
        return;
    }
    for (const auto& config : blocks) {
        const Block block = block_of(source, config, dims);
        architecture.kv_heads_per_layer.push_back(block.kv_heads);
        architecture.intermediate_per_layer.push_back(block.width);
        architecture.layer_types += block.kv_heads == 0 ? 'n' : 'f';
    }
    dims.kv_heads = common(architecture.kv_heads_per_layer);
    dims.intermediate_size = common(architecture.intermediate_per_layer);
    if (!architecture.intermediate_per_layer.empty()) { dims.intermediate_size = 0; }
    if (architecture.layer_types.find('n') == std::string::npos) { architecture.layer_types.clear(); }
}

/// DeepSeek V4: tokens for each compressed entry, MTP layers behind the others.
void read_ratios(const HfSource& source, Architecture& architecture) {
    for (const auto ratio : source.text.wholes("compress_ratios", k_most_width)) {
        if (architecture.compress_ratios.size() == architecture.dims.layers) { break; }
        architecture.compress_ratios.push_back(static_cast<std::uint32_t>(ratio));
    }
    if (architecture.compress_ratios.size() != architecture.dims.layers) {
        source.text.complain("compress_ratios", {Message::not_one_for_each_layer,
                                                 {{"count", std::uint64_t{architecture.compress_ratios.size()}},
                                                  {"layers", std::uint64_t{architecture.dims.layers}}}});
    }
}

}  // namespace

void read_hf_blocks(const HfSource& source, Architecture& architecture) {
    if (architecture.dims.design == Design::decilm) { read_puzzle_blocks(source, architecture); }
    if (architecture.dims.design == Design::deepseek_v4) { read_ratios(source, architecture); }
}

}  // namespace sizer
