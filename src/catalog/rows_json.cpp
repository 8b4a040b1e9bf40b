#include "catalog/rows_json.hpp"

#include "spec/architecture_json.hpp"
#include "spec/json_text.hpp"
#include "spec/object_reader.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <algorithm>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

constexpr double k_giga = 1e9;

std::string_view kept(std::string text, OwnedRows& rows) { return rows.texts.emplace_back(std::move(text)); }

std::span<const std::string_view> kept(const std::vector<std::string>& names, OwnedRows& rows) {
    auto& list = rows.name_lists.emplace_back();
    for (const auto& name : names) { list.push_back(kept(name, rows)); }
    return list;
}

std::span<const std::uint32_t> kept(const std::vector<std::uint32_t>& values, OwnedRows& rows) {
    return rows.arrays.emplace_back(values);
}

/// Walks the rows of one data file: the object's member `key` is an array of objects.
template <class ReadRow>
void each_row(std::string_view text, const std::string& origin, const char* key, std::vector<Problem>& problems,
              ReadRow&& read_row) {
    const Json file = parse_json_text(text, origin);
    const auto found = file.is_object() ? file.find(key) : file.end();
    if (!file.is_object() || found == file.end() || !found->is_array()) {
        const std::string wanted = "an object with an array \"" + std::string(key) + "\"";
        throw InputError(Problem{{Message::wrong_type, {{"wanted", wanted}}},
                                 {origin, "/" + std::string(key)},
                                 {Message::mend_write_type, {{"wanted", wanted}}}});
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
        const std::string pointer = "/" + std::string(key) + "/" + std::to_string(i);
        ObjectReader reader((*found)[i], origin, pointer, problems);
        if ((*found)[i].is_object()) {
            read_row(reader);
        } else {
            reader.wrong_type("", "an object");
        }
    }
}

/// Keys that are only shown, with the row: where it comes from and what else is known of it.
void only_shown(ObjectReader& reader, std::initializer_list<std::string_view> keys) {
    for (const auto key : keys) { reader.known(key); }
    if (reader.texts("sources").empty()) { reader.complain(Message::missing_dimension, "sources", {}, {{"name", std::string("sources")}}); }
}

ModelRow model_row(ObjectReader& reader, OwnedRows& rows) {
    ModelRow row;
    row.id = kept(reader.required_text("id"), rows);
    row.aliases = kept(reader.texts("aliases"), rows);
    row.json = kept(reader.json().dump(), rows);
    row.family = kept(reader.text("family").value_or(""), rows);
    row.native_dtype = kept(reader.text("native_dtype").value_or(""), rows);
    row.default_format = kept(reader.text("format").value_or(""), rows);
    row.parameters = Params(reader.count("parameters").value_or(0));
    row.active_parameters = Params(reader.count("active_parameters").value_or(row.parameters.count()));
    row.archetype = reader.flag("archetype");
    if (row.parameters.count() == 0) {
        reader.complain(Message::missing_dimension, "parameters", {}, {{"name", std::string("parameters")}});
    }
    Architecture architecture;
    read_architecture(reader, architecture);
    row.architecture = kept(architecture.name, rows);
    row.dims = architecture.dims;
    row.layer_types = kept(architecture.layer_types, rows);
    row.heads_per_layer = kept(architecture.heads_per_layer, rows);
    row.kv_heads_per_layer = kept(architecture.kv_heads_per_layer, rows);
    row.intermediate_per_layer = kept(architecture.intermediate_per_layer, rows);
    row.compress_ratios = kept(architecture.compress_ratios, rows);
    only_shown(reader, {"name", "hf_repo", "license", "released", "confidence", "note", "parameters_check", "kv_check",
                        "checkpoint_extras", "checkpoint_note", "fp8_scales", "effective_parameters"});
    return row;
}

/// What the GPU of a Mac may take by default. Source: macOS' recommendedMaxWorkingSetSize, 2/3 of up to 36 GiB (16 GB:
/// 11,453 MB) and 3/4 above (128 GB: 96 GiB), as measured on M1 to M3.
Bytes macos_limit(double nominal_gb) {
    constexpr double k_gib = 1073741824.0;
    constexpr double k_small = 36;
    const auto all = Bytes(static_cast<std::uint64_t>(nominal_gb * k_gib));
    return nominal_gb <= k_small ? Bytes(all.count() / 3 * 2) : Bytes(all.count() / 4 * 3);
}

void read_memory(ObjectReader& reader, HardwareRow& row) {
    const double nominal = reader.number("memory_nominal_gb").value_or(0);
    row.nominal_bytes = Bytes(static_cast<std::uint64_t>(nominal * k_giga));
    row.torch_total_bytes = Bytes(reader.count("torch_total_bytes").value_or(0));
    if (const auto driver = reader.count("memory_usable_bytes")) {
        row.usable_bytes = Bytes(*driver);
        row.usable_basis = UsableBasis::driver;
    } else if (nominal > 0 && row.vendor == "Apple") {
        row.usable_bytes = macos_limit(nominal);
        row.usable_basis = UsableBasis::default_limit;
    } else if (nominal > 0) {
        row.usable_bytes = row.nominal_bytes;
        row.usable_basis = UsableBasis::nominal;
    }
}

HardwareRow hardware_row(ObjectReader& reader, OwnedRows& rows) {
    HardwareRow row;
    row.id = kept(reader.required_text("id"), rows);
    row.aliases = kept(reader.texts("aliases"), rows);
    row.name = kept(reader.required_text("name"), rows);
    row.vendor = kept(reader.text("vendor").value_or(""), rows);
    row.json = kept(reader.json().dump(), rows);
    row.device_class = static_cast<HardwareClass>(
        reader.choice("class", {"laptop", "desktop", "workstation", "server", "soc", "node", "cpu"}));
    row.memory_kind = static_cast<MemoryKind>(reader.choice("memory_kind", {"discrete", "unified"}));
    read_memory(reader, row);
    row.bandwidth_gb_s = reader.number("bandwidth_gb_s").value_or(0);
    row.fp16_tflops = reader.number("fp16_tflops").value_or(0);
    row.fp8_tflops = reader.number("fp8_tflops").value_or(0);
    row.int8_tops = reader.number("int8_tops").value_or(0);
    row.link_gb_s = reader.number("link_gb_s").value_or(0);
    row.power_watts = static_cast<std::uint32_t>(reader.number("power_watts").value_or(0));
    row.price_usd = static_cast<std::uint32_t>(reader.number("price_usd").value_or(0));
    row.rung = static_cast<std::uint32_t>(reader.count("rung").value_or(0));
    row.most_in_a_machine = static_cast<std::uint32_t>(reader.count("most_in_a_machine").value_or(1));
    only_shown(reader, {"pcie", "price_approximate", "launch_date", "ecc_in_usable", "memory_type", "fp16_derived",
                        "fp16_tflops_fp16_accumulate", "confidence", "note"});
    return row;
}

BlockWidth block_width(ObjectReader& reader, std::string_view key) {
    auto inner = reader.object(key);
    if (!inner) { return {}; }
    const BlockWidth width{static_cast<std::uint32_t>(inner->count("block").value_or(0)),
                           static_cast<std::uint32_t>(inner->count("bytes").value_or(0))};
    if (width.block == 0 || width.bytes == 0) { inner->wrong_type("", "{\"block\": N, \"bytes\": N}"); }
    inner->refuse_unknown_keys();
    return width;
}

FormatRow format_row(ObjectReader& reader, OwnedRows& rows) {
    FormatRow row;
    row.id = kept(reader.required_text("id"), rows);
    row.aliases = kept(reader.texts("aliases"), rows);
    row.json = kept(reader.json().dump(), rows);
    row.packing = static_cast<Packing>(reader.choice(
        "packing", {"uniform", "gguf", "linear_only", "experts_only", "everything", "exl", "cache_only"}));
    if (const auto type = reader.count("gguf_file_type")) { row.gguf_file_type = static_cast<std::int32_t>(*type); }
    row.width = block_width(reader, "width");
    row.rule = reader.ratio("rule");
    row.cache_width = block_width(reader, "cache_width");
    row.group = static_cast<std::uint32_t>(reader.count("group").value_or(0));
    row.nominal_bits_tenths = static_cast<std::uint32_t>(reader.count("nominal_bits_tenths").value_or(0));
    only_shown(reader, {"summary", "formula", "unquantised", "quality", "needs_imatrix", "validated", "note", "available",
                        "confidence", "bits_effective", "recipe"});
    return row;
}

template <class Row>
using Read = Row (*)(ObjectReader&, OwnedRows&);

template <class Row>
void read_rows(std::string_view text, const std::string& origin, const char* key, Read<Row> read, OwnedRows& rows,
               std::vector<Row>& into) {
    std::vector<Problem> problems;
    each_row(text, origin, key, problems, [&](ObjectReader& reader) {
        into.push_back(read(reader, rows));
        reader.refuse_unknown_keys();
    });
    if (!problems.empty()) { throw InputError(std::move(problems)); }
}

GgmlType ggml_type(ObjectReader& reader, OwnedRows& rows) {
    GgmlType type;
    type.id = static_cast<std::int32_t>(reader.count("id").value_or(0));
    type.name = kept(reader.required_text("name"), rows);
    type.block = static_cast<std::uint32_t>(reader.count("block").value_or(0));
    type.bytes = static_cast<std::uint32_t>(reader.count("bytes").value_or(0));
    only_shown(reader, {"kind", "layout", "note"});
    return type;
}

}  // namespace

void read_models(std::string_view text, const std::string& origin, OwnedRows& rows) {
    read_rows<ModelRow>(text, origin, "models", model_row, rows, rows.models);
}

void read_hardware(std::string_view text, const std::string& origin, OwnedRows& rows) {
    read_rows<HardwareRow>(text, origin, "hardware", hardware_row, rows, rows.hardware);
}

void read_formats(std::string_view text, const std::string& origin, OwnedRows& rows) {
    read_rows<FormatRow>(text, origin, "formats", format_row, rows, rows.formats);
    // The storage types are the engine's, not a user's: a data directory need not repeat them.
    if (text.find("\"ggml_types\"") != std::string_view::npos) {
        read_rows<GgmlType>(text, origin, "ggml_types", ggml_type, rows, rows.ggml_types);
        std::sort(rows.ggml_types.begin(), rows.ggml_types.end(),
                  [](const GgmlType& a, const GgmlType& b) { return a.id < b.id; });
    }
}

template <class Row>
std::vector<NameEntry> name_index(std::span<const Row> rows, OwnedRows& owner) {
    std::vector<NameEntry> names;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        names.push_back({kept(normalised_name(rows[i].id), owner), i});
        for (const auto alias : rows[i].aliases) { names.push_back({kept(normalised_name(alias), owner), i}); }
    }
    std::stable_sort(names.begin(), names.end(), [](const NameEntry& a, const NameEntry& b) { return a.name < b.name; });
    return names;
}

template std::vector<NameEntry> name_index(std::span<const ModelRow>, OwnedRows&);
template std::vector<NameEntry> name_index(std::span<const HardwareRow>, OwnedRows&);
template std::vector<NameEntry> name_index(std::span<const FormatRow>, OwnedRows&);

}  // namespace sizer
