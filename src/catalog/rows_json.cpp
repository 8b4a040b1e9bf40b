#include "catalog/rows_json.hpp"

#include "catalog/row_members.hpp"
#include "catalog/row_reading.hpp"
#include "spec/architecture_json.hpp"
#include "spec/size_text.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <algorithm>

namespace sizer {
namespace {

constexpr double k_giga = 1e9;

/// "published_files": [{"format": "UD-Q4_K_XL", "bytes": N, "source": "..."}].
std::span<const PublishedFile> published_files(ObjectReader& reader, OwnedRows& rows) {
    const auto* list = reader.value("published_files");
    if (list == nullptr) { return {}; }
    auto& files = rows.published.emplace_back();
    for (const auto& each : *list) {
        if (!each.is_object() || !each.contains("format") || !each["format"].is_string() || !each.contains("bytes") ||
            !each["bytes"].is_number_unsigned() || !each.contains("source")) {
            reader.wrong_type("published_files", "objects with format, bytes and source");
            return {};
        }
        files.push_back({kept(each["format"].get<std::string>(), rows), Bytes(each["bytes"].get<std::uint64_t>())});
    }
    return files;
}

ModelRow model_row(ObjectReader& reader, OwnedRows& rows) {
    ModelRow row;
    row.id = kept(reader.required_text("id"), rows);
    row.aliases = kept(reader.texts("aliases"), rows);
    row.json = kept(reader.json().dump(), rows);
    row.family = kept(reader.text("family").value_or(""), rows);
    row.native_dtype = kept(reader.text("native_dtype").value_or(""), rows);
    row.default_format = kept(reader.text("format").value_or(""), rows);
    row.parameters = Params(large_count(reader, "parameters", k_most_parameters));
    if (const auto* written = reader.value("parameters"); written == nullptr) {
        missing(reader, "parameters");
    } else if (*written == 0) {
        reader.complain(Message::not_positive, "parameters", {}, {{"text", std::string("0")}});
    }
    row.active_parameters = row.parameters;
    if (reader.value("active_parameters") != nullptr) {
        row.active_parameters = Params(large_count(reader, "active_parameters", row.parameters.count()));
    }
    row.archetype = reader.flag("archetype");
    row.low_confidence = reader.text("confidence").value_or("") == "low";
    row.license = kept(reader.text("license").value_or(""), rows);
    row.published_files = published_files(reader, rows);
    Architecture architecture;
    read_architecture(reader, architecture);
    row.architecture = kept(architecture.name, rows);
    row.dims = architecture.dims;
    row.layer_types = kept(architecture.layer_types, rows);
    row.heads_per_layer = kept(architecture.heads_per_layer, rows);
    row.kv_heads_per_layer = kept(architecture.kv_heads_per_layer, rows);
    row.intermediate_per_layer = kept(architecture.intermediate_per_layer, rows);
    row.compress_ratios = kept(architecture.compress_ratios, rows);
    only_shown(reader, {"name", "hf_repo", "released", "note", "parameters_check", "kv_check", "checkpoint_extras",
                        "checkpoint_note", "fp8_scales", "effective_parameters"});
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
    constexpr std::uint64_t k_most_gigabytes = 1'000'000;
    const double nominal =
        within(reader, "memory_nominal_gb", reader.number("memory_nominal_gb").value_or(0), k_most_gigabytes);
    row.nominal_bytes = Bytes(static_cast<std::uint64_t>(nominal * k_giga));
    row.torch_total_bytes = Bytes(large_count(reader, "torch_total_bytes", k_most_bytes));
    if (reader.value("memory_usable_bytes") != nullptr) {
        row.usable_bytes = Bytes(large_count(reader, "memory_usable_bytes", k_most_bytes));
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
    if (reader.value("class") != nullptr) {
        row.device_class = static_cast<HardwareClass>(
            reader.choice("class", {"laptop", "desktop", "workstation", "server", "soc", "node", "cpu"}));
    }
    row.memory_kind = static_cast<MemoryKind>(reader.choice("memory_kind", {"discrete", "unified"}));
    read_memory(reader, row);
    row.bandwidth_gb_s = reader.number("bandwidth_gb_s").value_or(0);
    row.fp16_tflops = reader.number("fp16_tflops").value_or(0);
    row.fp8_tflops = reader.number("fp8_tflops").value_or(0);
    row.int8_tops = reader.number("int8_tops").value_or(0);
    row.link_gb_s = reader.number("link_gb_s").value_or(0);
    row.power_watts = small_number(reader, "power_watts", k_most_watts_or_dollars);
    row.price_usd = small_number(reader, "price_usd", k_most_watts_or_dollars);
    row.rung = small_count(reader, "rung", k_last_rung);
    row.most_in_a_machine = std::max(1U, small_count(reader, "most_in_a_machine", k_most_devices));
    only_shown(reader, {"pcie", "price_approximate", "launch_date", "ecc_in_usable", "memory_type", "fp16_derived",
                        "fp16_tflops_fp16_accumulate", "confidence", "note"});
    return row;
}

BlockWidth block_width(ObjectReader& reader, std::string_view key) {
    auto inner = reader.object(key);
    if (!inner) { return {}; }
    const BlockWidth width{small_count(*inner, "block", k_most_block), small_count(*inner, "bytes", k_most_block)};
    inner->refuse_unknown_keys();
    const auto is_zero = [&](std::string_view name) {
        const auto* written = inner->value(name);
        return written == nullptr || *written == 0;
    };
    if (is_zero("block") || is_zero("bytes")) { inner->wrong_type("", "{\"block\": N, \"bytes\": N}"); }
    return width;
}

FormatRow format_row(ObjectReader& reader, OwnedRows& rows) {
    FormatRow row;
    row.id = kept(reader.required_text("id"), rows);
    row.aliases = kept(reader.texts("aliases"), rows);
    row.json = kept(reader.json().dump(), rows);
    row.packing = static_cast<Packing>(reader.choice(
        "packing", {"uniform", "gguf", "linear_only", "experts_only", "everything", "exl", "cache_only"}));
    if (reader.value("gguf_file_type") != nullptr) {
        row.gguf_file_type = static_cast<std::int32_t>(small_count(reader, "gguf_file_type", k_most_file_type));
    }
    row.width = block_width(reader, "width");
    row.rule = reader.ratio("rule");
    if (row.rule && row.rule->numerator == 0) { reader.wrong_type("rule", "a fraction such as \"57/100\""); }
    row.cache_width = block_width(reader, "cache_width");
    row.group = small_count(reader, "group", k_most_block);
    row.nominal_bits_tenths = small_count(reader, "nominal_bits_tenths", k_most_bits_tenths);
    row.weight_lever = reader.flag("weight_lever");
    row.cache_lever = small_count(reader, "cache_lever", k_most_lever);
    row.perplexity_permille = small_count(reader, "perplexity_permille", k_most_perplexity);
    only_shown(reader, {"summary", "formula", "unquantised", "quality", "needs_imatrix", "validated", "note",
                        "available", "confidence", "bits_effective", "recipe"});
    return row;
}

GgmlType storage_type(ObjectReader& reader, OwnedRows& rows) {
    GgmlType type;
    type.id = small_count(reader, "id", k_most_file_type);
    type.name = kept(reader.required_text("name"), rows);
    const auto block = small_count(reader, "block", k_most_block);
    type.width = {block == 0 ? 1 : block, small_count(reader, "bytes", k_most_block)};
    for (const auto* key : {"kind", "layout", "note", "sources"}) { reader.known(key); }
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
    for (auto [key, types] :
         {std::pair("ggml_types", &rows.ggml_types), std::pair("removed", &rows.removed_ggml_types)}) {
        if (text.find('"' + std::string(key) + '"') == std::string_view::npos) { continue; }
        read_rows<GgmlType>(text, origin, key, storage_type, rows, *types);
        std::ranges::sort(*types, {}, &GgmlType::id);
    }
}

template <class Row>
std::vector<NameEntry> name_index(std::span<const Row> rows, OwnedRows& owner) {
    std::vector<NameEntry> names;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        names.push_back({kept(normalised_name(rows[i].id), owner), i});
        for (const auto alias : rows[i].aliases) { names.push_back({kept(normalised_name(alias), owner), i}); }
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const NameEntry& a, const NameEntry& b) { return a.name < b.name; });
    return names;
}

template std::vector<NameEntry> name_index(std::span<const ModelRow>, OwnedRows&);
template std::vector<NameEntry> name_index(std::span<const HardwareRow>, OwnedRows&);
template std::vector<NameEntry> name_index(std::span<const FormatRow>, OwnedRows&);
template std::vector<NameEntry> name_index(std::span<const EngineRow>, OwnedRows&);

}  // namespace sizer
