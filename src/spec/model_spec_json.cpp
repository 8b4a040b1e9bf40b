#include "spec/model_spec_json.hpp"

#include "model/fields.hpp"
#include "spec/architecture_json.hpp"
#include "spec/field_limits.hpp"
#include "spec/json_text.hpp"
#include "spec/size_text.hpp"
#include "spec/spec_numbers_json.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

/// A name that Hugging Face's config.json has for a member; "moe.experts" is in the group "moe".
struct Synonym {
    std::string_view written;
    std::string_view member;
};

constexpr std::array k_synonyms = {
    Synonym{"params", "parameters"},
    Synonym{"active_params", "active_parameters"},
    Synonym{"num_hidden_layers", "layers"},
    Synonym{"num_layers", "layers"},
    Synonym{"n_layer", "layers"},
    Synonym{"num_attention_heads", "heads"},
    Synonym{"n_head", "heads"},
    Synonym{"num_key_value_heads", "kv_heads"},
    Synonym{"head_dim", "d_head"},
    Synonym{"n_embd", "hidden_size"},
    Synonym{"ffn_dim", "intermediate_size"},
    Synonym{"max_position_embeddings", "max_context"},
    Synonym{"n_positions", "max_context"},
    Synonym{"torch_dtype", "native_dtype"},
    Synonym{"dtype", "native_dtype"},
    Synonym{"num_local_experts", "moe.experts"},
    Synonym{"num_experts", "moe.experts"},
    Synonym{"n_routed_experts", "moe.experts"},
    Synonym{"num_experts_per_tok", "moe.experts_per_token"},
    Synonym{"moe_intermediate_size", "moe.expert_intermediate_size"},
    Synonym{"n_shared_experts", "moe.shared_experts"},
    Synonym{"shared_expert_intermediate_size", "moe.shared_intermediate_size"},
    Synonym{"first_k_dense_replace", "moe.first_dense_layers"},
    Synonym{"kv_lora_rank", "mla.kv_lora_rank"},
    Synonym{"q_lora_rank", "mla.q_lora_rank"},
    Synonym{"qk_rope_head_dim", "mla.qk_rope_head_dim"},
    Synonym{"qk_nope_head_dim", "mla.qk_nope_head_dim"},
    Synonym{"v_head_dim", "mla.v_head_dim"},
    Synonym{"linear_num_key_heads", "linear.key_heads"},
    Synonym{"linear_key_head_dim", "linear.key_dim"},
    Synonym{"linear_num_value_heads", "linear.value_heads"},
    Synonym{"linear_value_head_dim", "linear.value_dim"},
    Synonym{"linear_conv_kernel_dim", "conv_kernel"},
};

std::string_view member_of(std::string_view written) {
    const auto found = std::ranges::find(k_synonyms, written, &Synonym::written);
    return found == k_synonyms.end() ? written : found->member;
}

/// A zero here says nothing, or that something is absent that every model has.
bool zero_allowed(std::string_view member, bool design_given) {
    constexpr std::array<std::string_view, 6> k_never = {"parameters", "active_parameters", "layers",
                                                         "heads",      "hidden_size",       "vocab_size"};
    if (member == "kv_heads" || member == "d_head") { return design_given; }  // Mamba has none of either
    return std::ranges::find(k_never, member) == k_never.end();
}

/// Turns what a person may write into what the readers of the catalogue take: members by their own names, numbers as
/// numbers. Every problem carries the pointer of what the file has.
class Normaliser {
public:
    Normaliser(const Json& written, std::string file) : m_file(std::move(file)) {
        for (const auto& [key, value] : written.items()) { place(key, value); }
        m_design_given = m_json.contains("design");
        take_numbers<Dimensions>(m_json, "");
        take_count("parameters");
        take_count("active_parameters");
    }

    [[nodiscard]] const Json& json() const { return m_json; }
    [[nodiscard]] const std::vector<std::string>& given() const { return m_given; }
    [[nodiscard]] std::vector<Problem>& problems() { return m_problems; }
    [[nodiscard]] Place place_of(const std::string& member) const {
        const auto found = m_written.find(member);
        std::string steps = member;
        std::ranges::replace(steps, '.', '/');
        return {m_file, '/' + (found == m_written.end() ? steps : pointer_step(found->second))};
    }

private:
    void place(const std::string& key, const Json& value) {
        const std::string member(member_of(key));
        const auto dot = member.find('.');
        Json* holder = &m_json;
        if (dot != std::string::npos) {
            holder = &m_json[member.substr(0, dot)];
            if (holder->is_null()) { *holder = Json::object(); }
            if (!holder->is_object()) { return; }  // refused below, as a group of the wrong type
        }
        Json& slot = (*holder)[dot == std::string::npos ? member : member.substr(dot + 1)];
        if (value.is_null()) { return; }
        if (slot.is_object() && value.is_object()) {  // a group after a synonym of one of its members
            for (const auto& [name, inner] : value.items()) {
                place_inner(member + '.' + name, slot[name], key, inner);
            }
            note(member);
        } else {
            place_inner(member, slot, key, value);
            note(member.substr(0, dot));
        }
    }
    void place_inner(const std::string& member, Json& slot, const std::string& key, const Json& value) {
        if (!slot.is_null() && slot != value) {
            m_problems.push_back({{Message::contradictory, {{"first", m_written[member]}, {"second", key}}},
                                  {m_file, '/' + pointer_step(key)},
                                  {Message::mend_remove_one}});
            return;
        }
        slot = value;
        m_written[member] = key;
    }
    void note(const std::string& member) {
        if (std::ranges::find(m_given, member) == m_given.end()) { m_given.push_back(member); }
    }

    template <FieldGroup Group>
    void take_numbers(Json& object, const std::string& prefix) {
        const Group fields{};
        for_each_field(fields, [&](std::string_view field, const auto& member) {
            using Member = std::remove_cvref_t<decltype(member)>;
            const std::string name(field);
            const auto found = object.find(name);
            if (found == object.end() || found->is_null()) { return; }
            if constexpr (FieldGroup<Member>) {
                if (found->is_object()) { take_numbers<Member>(*found, prefix + name + '.'); }
            } else if constexpr (!NamedEnum<Member> && !std::is_same_v<Member, bool>) {
                take_number(*found, prefix + name, most_of_field<Member>(name));
            }
        });
    }
    void take_count(const std::string& member) {
        const auto found = m_json.find(member);
        if (found != m_json.end() && !found->is_null()) { take_number(*found, member, k_most_parameters); }
    }
    /// A value that is no number is taken out once its problem is noted.
    void take_number(Json& value, const std::string& member, std::uint64_t most_of_it) {
        const Place where = place_of(member);
        const bool tokens = member == "max_context" || member == "sliding_window";
        try {
            if (!may_be_number(value)) { throw InputError(wrong_type(where, "a whole number")); }
            const auto text = number_text(value);
            // A contract about an architecture that is not known counts no parameters.
            const bool uncounted = member == "parameters" && m_json.contains("unknown_architecture");
            if (text == "0" && (uncounted || zero_allowed(member, m_design_given))) {
                value = 0U;
            } else {
                value = tokens ? parse_tokens(text, where).count() : parse_count(text, where, most_of_it);
            }
        } catch (const InputError& error) {
            m_problems.insert(m_problems.end(), error.problems().begin(), error.problems().end());
            value = nullptr;
        }
    }

    std::string m_file;
    Json m_json = Json::object();
    std::map<std::string, std::string> m_written;  // member -> the key that gave it
    std::vector<std::string> m_given;
    std::vector<Problem> m_problems;
    bool m_design_given = false;
};

/// A design that was not given follows from what was: every layer full attention, latent where a rank is given.
void settle_design(Architecture& architecture) {
    if (architecture.dims.design != Design::unknown) { return; }
    architecture.dims.design = architecture.dims.mla.kv_lora_rank != 0 ? Design::mla : Design::standard;
}

/// Multi-head attention when only the heads are given, as in Hugging Face's configurations.
void settle_heads(const std::vector<std::string>& given, Dimensions& dims) {
    const bool attention = dims.design == Design::standard || dims.design == Design::mla;
    const auto has = [&](std::string_view name) { return std::ranges::find(given, name) != given.end(); };
    if (!attention || !has("heads") || dims.heads == 0) { return; }
    if (!has("kv_heads") && dims.kv_heads == 0) { dims.kv_heads = dims.heads; }
    if (!has("d_head") && dims.d_head == 0 && dims.hidden_size % dims.heads == 0) {
        dims.d_head = dims.hidden_size / dims.heads;
    }
}

void check_active(const ModelSpec& spec, Normaliser& normal) {
    if (spec.parameters && spec.active_parameters && *spec.active_parameters > *spec.parameters) {
        normal.problems().push_back(
            {{Message::contradictory,
              {{"first", std::string("parameters")}, {"second", std::string("active_parameters")}}},
             normal.place_of("active_parameters"),
             {}});
    }
}

/// A base whose layers were renumbered keeps no list that is one for each layer.
void check_layers(const Architecture& architecture, Normaliser& normal) {
    const auto layers = std::uint64_t{architecture.dims.layers};
    for (const auto count :
         {architecture.layer_types.size(), architecture.heads_per_layer.size(), architecture.kv_heads_per_layer.size(),
          architecture.intermediate_per_layer.size(), architecture.compress_ratios.size()}) {
        if (count != 0 && count != layers) {
            normal.problems().push_back(
                {{Message::not_one_for_each_layer, {{"count", std::uint64_t{count}}, {"layers", layers}}},
                 normal.place_of("layers"),
                 {}});
            return;
        }
    }
}

}  // namespace

ModelSpec model_spec_from_json(std::string_view text, const std::string& file, const BaseLookup& base) {
    const Json json = parse_json_text(text, file);
    if (!json.is_object()) {
        throw InputError(Problem{
            {Message::wrong_type, {{"wanted", std::string("an object")}}}, {file, ""}, {Message::mend_write_object}});
    }
    Normaliser normal(json, file);
    auto& problems = normal.problems();
    ModelSpec spec;
    spec.given = normal.given();
    ObjectReader reader(normal.json(), file, "", problems);
    for (const auto& synonym : k_synonyms) { reader.known(synonym.written); }
    // A contract's inputs.model is a spec too: where it came from changes nothing.
    for (const auto* provenance : {"origin", "source"}) { reader.known(provenance); }
    spec.name = reader.text("name");
    spec.base = reader.text("base");
    spec.format = reader.text("format");
    spec.native_dtype = reader.text("native_dtype");
    spec.parameters = reader.count("parameters");
    spec.active_parameters = reader.count("active_parameters");
    if (spec.base && base) {
        try {
            spec.architecture = base(*spec.base, {file, "/base"});
        } catch (const InputError& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    read_architecture(reader, spec.architecture);
    const auto unknown = reader.text("unknown_architecture");
    reader.refuse_unknown_keys();
    check_active(spec, normal);
    if (problems.empty()) { check_layers(spec.architecture, normal); }
    if (!problems.empty()) { throw InputError(problems); }
    if (unknown) {
        spec.architecture.name = *unknown;
        spec.architecture.dims.design = Design::unknown;
        return spec;
    }
    settle_design(spec.architecture);
    settle_heads(spec.given, spec.architecture.dims);
    return spec;
}

}  // namespace sizer
