#include "contract/inspection.hpp"

#include "contract/kv_groups_json.hpp"
#include "contract/shared_json.hpp"
#include "model/kv_layout.hpp"
#include "spec/architecture_json.hpp"

#include <nlohmann/json.hpp>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

Json weights_json(const FileWeights& file) {
    Bytes loaded;
    Bytes not_loaded;
    for (const auto& sum : file.sums) { (sum.cls == TensorClass::mtp ? not_loaded : loaded) += sum.bytes; }
    Json json;
    json["type"] = file.type;
    json["bytes"] = loaded.count();
    json["not_loaded_bytes"] = not_loaded.count();
    json["data_missing"] = file.data_missing;
    json["tensors"] = tensor_sums_json(file.sums);
    return json;
}

Json cache_json(const Model& model) {
    if (!model.unknown_architecture.empty()) { return nullptr; }
    const KvLayout layout = kv_layout(model.architecture);
    Json json;
    json["bytes_per_token_f16"] = cache_slope_f16(layout).count();
    json["groups"] = kv_groups_json(layout);
    return json;
}

}  // namespace

Bytes cache_slope_f16(const KvLayout& layout) {
    constexpr std::uint64_t k_f16 = 2;
    Bytes slope;
    for (const auto& group : layout) {
        if (group.kind != KvKind::full) { continue; }
        const Bytes entry(checked_mul(checked_add(group.k_elements, group.v_elements), k_f16));
        slope += entry * group.layers * Ratio{1, group.tokens_per_entry};
    }
    return slope;
}

std::string inspection_json(const Inspection& inspection, const Speaker& say, std::string_view version) {
    const Model& model = inspection.model;
    Json json;
    json["kind"] = "inspection";
    json["sizer"] = program_json(version, "inspect");
    json["source"] = model.source;
    json["container"] = inspection.container;
    if (inspection.version != 0) { json["container_version"] = inspection.version; }
    if (inspection.header_bytes != 0) {
        json["header_bytes"] = inspection.header_bytes;
        json["data_offset"] = inspection.data_offset;
    }
    json["name"] = model.name;
    json["architecture_known"] = model.unknown_architecture.empty();
    json["parameters"] = model.parameters.count();
    json["active_parameters"] = model.active_parameters.count();
    json["native_dtype"] = model.native_dtype;
    json["context_limit"] =
        model.architecture.dims.max_context == 0 ? Json(nullptr) : Json(model.architecture.dims.max_context);
    json["dimensions"] = architecture_json(model.architecture);
    json["weights"] = model.file ? weights_json(*model.file) : Json(nullptr);
    json["kv_cache"] = cache_json(model);
    json["notes"] = Json::array();
    for (const auto& note : inspection.notes) { json["notes"].push_back(say(note)); }
    constexpr int k_indent = 2;
    return json.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sizer
