#include "contract/kv_groups_json.hpp"

#include "contract/tensor_class_name.hpp"

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

Json group_json(const KvGroup& group) {
    Json json;
    json["kind"] = kv_kind_name(group.kind);
    json["layers"] = group.layers;
    if (group.kind == KvKind::state) {
        json["conv_state_elements"] = group.conv_state_elements;
        json["state_elements"] = group.state_elements;
        return json;
    }
    json["k_elements"] = group.k_elements;
    json["v_elements"] = group.v_elements;
    if (group.window != 0) { json["window"] = group.window; }
    if (group.tokens_per_entry != 1) { json["tokens_per_entry"] = group.tokens_per_entry; }
    return json;
}

}  // namespace

Json kv_groups_json(const KvLayout& layout) {
    Json json = Json::array();
    for (const auto& group : layout) { json.push_back(group_json(group)); }
    return json;
}

Json tensor_sums_json(const std::vector<TensorSum>& sums) {
    Json json = Json::array();
    for (const auto& sum : sums) {
        Json each;
        each["class"] = tensor_class_name(sum.cls);
        each["type"] = sum.type;
        each["tensors"] = sum.tensors;
        each["elements"] = sum.elements;
        each["bytes"] = sum.bytes.count();
        json.push_back(std::move(each));
    }
    return json;
}

}  // namespace sizer
