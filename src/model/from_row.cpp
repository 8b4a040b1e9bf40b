#include <sizer/model.hpp>

namespace sizer {
namespace {

std::vector<std::uint32_t> copied(std::span<const std::uint32_t> values) { return {values.begin(), values.end()}; }

}  // namespace

Architecture architecture_of(const ModelRow& row) {
    return {.name = std::string(row.architecture),
            .dims = row.dims,
            .layer_types = std::string(row.layer_types),
            .heads_per_layer = copied(row.heads_per_layer),
            .kv_heads_per_layer = copied(row.kv_heads_per_layer),
            .intermediate_per_layer = copied(row.intermediate_per_layer),
            .compress_ratios = copied(row.compress_ratios)};
}

Model model_of(const ModelRow& row) {
    Model model;
    model.name = row.id;
    model.origin = ModelOrigin::catalogue;
    model.source = row.id;
    model.parameters = row.parameters;
    model.active_parameters = row.active_parameters;
    model.architecture = architecture_of(row);
    model.native_dtype = row.native_dtype;
    model.default_format = row.default_format;
    model.archetype = row.archetype;
    model.low_confidence = row.low_confidence;
    model.published_files.assign(row.published_files.begin(), row.published_files.end());
    return model;
}

}  // namespace sizer
