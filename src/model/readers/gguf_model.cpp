#include "model/readers/gguf_model.hpp"

#include "catalog/ggml_types.hpp"
#include "model/readers/gguf_architectures.hpp"
#include "model/readers/gguf_dimensions.hpp"
#include "model/readers/gguf_weights.hpp"

#include <algorithm>

namespace sizer {
namespace {

/// A projector (mmproj-*.gguf) holds an image tower and no language model. Source: llama.cpp, tools/mtmd.
bool is_projector(const GgufMetadata& metadata, const std::string& architecture) {
    return architecture == "clip" || metadata.text("general.type").value_or("") == "mmproj";
}

std::string model_name(const GgufFile& file) {
    const auto said = file.header.metadata.text("general.name").value_or("");
    return said.empty() ? file.path.stem().string() : said;
}

std::string file_type(const GgufMetadata& metadata, const std::string& dominant_type) {
    // A number, and guessed ones have bit 1024 set. Source: llama.h, LLAMA_FTYPE_GUESSED.
    const auto number = metadata.integer("general.file_type", UINT32_MAX);
    const auto name = number ? gguf_file_type_name(*number & ~std::uint64_t{1024}) : std::string_view{};
    return name.empty() ? dominant_type : std::string(name);
}

/// keys without which neither cache nor layers are known.
std::vector<std::string> missing_keys(const GgufSource& source, const Architecture& architecture) {
    std::vector<std::string> missing;
    const auto need = [&](bool known, std::string_view key) {
        if (!known) { missing.push_back(std::string(source.row.name) + '.' + std::string(key)); }
    };
    const Dimensions& dims = architecture.dims;
    need(dims.layers != 0, "block_count");
    need(dims.hidden_size != 0, "embedding_length");
    switch (dims.design) {
    case Design::mamba:
    case Design::mamba2: need(dims.ssm.inner_size != 0 && dims.ssm.state_size != 0, "ssm.inner_size"); break;
    case Design::rwkv: need(dims.d_head != 0, "wkv.head_size"); break;
    case Design::bert: break;
    default: need(dims.heads != 0, "attention.head_count"); break;
    }
    if (dims.design == Design::linear_hybrid) { need(dims.linear.value_heads != 0, "ssm.time_step_rank"); }
    if (dims.design == Design::lfm2) { need(dims.conv_kernel != 0, "shortconv.l_cache"); }
    return missing;
}

/// The blocks of the model itself: MTP blocks come last and are counted in block_count.
std::uint32_t main_blocks(const GgufMetadata& metadata, const GgufKeys& keys, const std::string& architecture) {
    const std::uint32_t blocks = keys.layers("block_count");
    const std::uint32_t predicting = keys.layers("nextn_predict_layers");
    if (predicting != 0 && predicting >= blocks) {
        metadata.refuse(*metadata.find(architecture + ".nextn_predict_layers"));
    }
    return blocks - predicting;
}

void read_known(const GgufFile& file, const GgufArchitecture& row, GgufModel& result) {
    const auto& metadata = file.header.metadata;
    const std::string name(row.name);
    GgufKeys keys(metadata, name);
    const std::uint32_t layers = main_blocks(metadata, keys, name);
    const GgufSource source{row, metadata, keys, keys.layers("block_count"), layers, GgufBlocks(file, layers)};
    result.model.architecture = gguf_architecture(source);
    // Any model may be asked to attend both ways: then it embeds, and keeps no cache.
    if (!keys.flag("attention.causal", true)) { result.model.architecture.dims.design = Design::bert; }
    result.missing_keys = missing_keys(source, result.model.architecture);
}

std::uint32_t layers_of(const GgufMetadata& metadata, const std::string& architecture) {
    const GgufKeys keys(metadata, architecture);
    // Without a block count nothing can be told apart as MTP.
    return keys.has("block_count") ? main_blocks(metadata, keys, architecture) : UINT32_MAX;
}

}  // namespace

GgufModel gguf_model(const GgufFile& file) {
    const auto& metadata = file.header.metadata;
    GgufModel result;
    result.model.name = model_name(file);
    result.model.origin = ModelOrigin::file;
    result.model.source = file.path.string();
    const auto name = metadata.text("general.architecture").value_or("");
    result.projector = is_projector(metadata, name);
    result.missing_parts = file.missing_parts;
    const auto* const row = result.projector ? nullptr : gguf_architecture_row(name);
    result.model.architecture.name = name;
    if (row != nullptr) { read_known(file, *row, result); }
    if (row == nullptr) { result.model.unknown_architecture = name.empty() ? "(none)" : name; }
    auto weights = gguf_weights(file, layers_of(metadata, name), result.projector);
    weights.file.type = file_type(metadata, weights.dominant_type);
    result.model.parameters = weights.parameters;
    result.model.active_parameters = weights.active_parameters;
    result.model.native_dtype = weights.dominant_type;
    result.model.default_format = weights.file.type;
    result.model.file = std::move(weights.file);
    return result;
}

void add_projector(GgufModel& model, const GgufModel& projector) {
    if (!model.model.file || !projector.model.file) { return; }
    FileWeights& file = *model.model.file;
    const FileWeights& added = *projector.model.file;
    file.sums.insert(file.sums.end(), added.sums.begin(), added.sums.end());
    file.data_missing = file.data_missing || added.data_missing;
    model.model.parameters += projector.model.parameters;
    model.model.active_parameters += projector.model.parameters;
}

void require_sizable(const GgufModel& model) {
    std::vector<Problem> problems;
    const Place where{.name = model.model.source};
    if (!model.missing_parts.empty()) {
        const std::string names = joined(model.missing_parts);
        problems.push_back(
            {{Message::missing_parts, {{"names", names}}}, where, {Message::mend_give_parts, {{"names", names}}}});
    }
    for (const auto& key : model.missing_keys) {
        problems.push_back({{Message::missing_key, {{"name", key}}}, where, {Message::mend_convert_again}});
    }
    if (model.missing_parts.empty() && model.model.file && model.model.file->sums.empty()) {
        problems.push_back({{Message::no_tensors}, where, {Message::mend_give_file}});
    }
    if (!problems.empty()) { throw InputError(std::move(problems)); }
}

}  // namespace sizer
