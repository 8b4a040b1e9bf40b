#include "spec/architecture_json.hpp"

#include "model/fields.hpp"
#include "spec/field_limits.hpp"

#include <limits>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

template <FieldGroup Group>
void read_fields(ObjectReader& reader, Group& group) {
    for_each_field(group, [&](std::string_view name, auto& member) {
        using Member = std::remove_cvref_t<decltype(member)>;
        if constexpr (FieldGroup<Member>) {
            if (auto inner = reader.object(name)) {
                read_fields(*inner, member);
                inner->refuse_unknown_keys();
            }
        } else if constexpr (NamedEnum<Member>) {
            const auto written = reader.text(name);
            if (!written) { return; }
            if (const auto value = enum_from_name<Member>(*written)) {
                member = *value;
            } else {
                std::string all;
                for (const auto each : k_enum_names<Member>) { all += (all.empty() ? "" : ", ") + std::string(each); }
                reader.complain(Message::unknown_choice, name, {Message::mend_choices, {{"names", all}}},
                                {{"name", *written}});
            }
        } else if constexpr (std::is_same_v<Member, bool>) {
            if (reader.value(name) != nullptr) { member = reader.flag(name); }
        } else {
            const auto value = reader.count(name);
            if (!value) { return; }
            if (*value > most_of_field<Member>(name)) {
                reader.complain(Message::number_too_large, name, {Message::mend_write_count},
                                {{"text", std::to_string(*value)}, {"most", most_of_field<Member>(name)}});
            } else {
                member = static_cast<Member>(*value);
            }
        }
    });
}

/// A list that has one entry for each layer, or is absent.
void read_list(ObjectReader& reader, std::string_view name, std::size_t layers, std::vector<std::uint32_t>& list) {
    if (reader.value(name) == nullptr) { return; }
    list = reader.counts(name);
    if (list.size() != layers) {
        reader.complain(Message::not_one_for_each_layer, name, {},
                        {{"count", std::uint64_t{list.size()}}, {"layers", std::uint64_t{layers}}});
    }
}

void read_layer_types(ObjectReader& reader, std::size_t layers, std::string& types) {
    constexpr std::string_view k_letters = "fslmcx-E*n";
    const auto written = reader.text("layer_types");
    if (!written) { return; }
    types = *written;
    if (types.size() != layers) {
        reader.complain(Message::not_one_for_each_layer, "layer_types", {},
                        {{"count", std::uint64_t{types.size()}}, {"layers", std::uint64_t{layers}}});
    } else if (types.find_first_not_of(k_letters) != std::string::npos) {
        reader.complain(Message::unknown_choice, "layer_types",
                        {Message::mend_choices, {{"names", std::string("f s l m c x - E * n")}}}, {{"name", types}});
    }
}

/// Which fields a reader of the contract wants to see even when they are zero or the default.
bool basic(std::string_view name) {
    return name == "design" || name == "layers" || name == "kv_heads" || name == "d_head";
}

template <FieldGroup Group>
Json fields_json(const Group& group) {
    const Group standard{};
    Json json = Json::object();
    // Both walks go over the same list: the default of each field is met when the names agree.
    for_each_field(group, [&](std::string_view name, const auto& member) {
        for_each_field(standard, [&](std::string_view other, const auto& usual) {
            if constexpr (std::is_same_v<decltype(member), decltype(usual)>) {
                using Member = std::remove_cvref_t<decltype(member)>;
                if (name != other || (member == usual && !basic(name))) { return; }
                if constexpr (FieldGroup<Member>) {
                    json[std::string(name)] = fields_json(member);
                } else if constexpr (NamedEnum<Member>) {
                    json[std::string(name)] = enum_name(member);
                } else {
                    json[std::string(name)] = member;
                }
            }
        });
    });
    return json;
}

}  // namespace

void read_architecture(ObjectReader& reader, Architecture& architecture) {
    if (const auto name = reader.text("architecture")) { architecture.name = *name; }
    read_fields(reader, architecture.dims);
    const std::size_t layers = architecture.dims.layers;
    read_layer_types(reader, layers, architecture.layer_types);
    read_list(reader, "heads_per_layer", layers, architecture.heads_per_layer);
    read_list(reader, "kv_heads_per_layer", layers, architecture.kv_heads_per_layer);
    read_list(reader, "intermediate_per_layer", layers, architecture.intermediate_per_layer);
    read_list(reader, "compress_ratios", layers, architecture.compress_ratios);
}

Json architecture_json(const Architecture& architecture) {
    Json json = Json::object();
    if (!architecture.name.empty()) { json["architecture"] = architecture.name; }
    json.update(fields_json(architecture.dims));
    if (!architecture.layer_types.empty()) { json["layer_types"] = architecture.layer_types; }
    const auto list = [&](const char* name, const std::vector<std::uint32_t>& values) {
        if (!values.empty()) { json[name] = values; }
    };
    list("heads_per_layer", architecture.heads_per_layer);
    list("kv_heads_per_layer", architecture.kv_heads_per_layer);
    list("intermediate_per_layer", architecture.intermediate_per_layer);
    list("compress_ratios", architecture.compress_ratios);
    return json;
}

}  // namespace sizer
