// Build-time program: data/*.json in, C++ static tables out. Rows are read by the library's own readers, so that the
// embedded catalogue and a data directory laid over it can never disagree on what a row is.
//
//   sizer_tables DATA_DIRECTORY OUTPUT_DIRECTORY

#include "catalog/generate_languages.hpp"
#include "catalog/generate_text.hpp"
#include "catalog/rows_json.hpp"
#include "model/fields.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace sizer {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) { throw std::runtime_error("cannot read " + path.string()); }
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A file that would not change keeps its time, and what depends on it is not built again.
void write(const fs::path& path, const std::string& body) {
    const auto text = "// Written at build time by sizer_tables; edit data/ instead.\n" + body;
    if (fs::exists(path) && read(path) == text) { return; }
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) { throw std::runtime_error("cannot write " + path.string()); }
}

std::vector<std::string> numbers(std::span<const std::uint32_t> values) {
    std::vector<std::string> out;
    for (const auto value : values) { out.push_back(std::to_string(value)); }
    return out;
}

/// "{.layers = 32, .moe = {.experts = 8}}": what differs from the defaults, in the order of declaration.
template <FieldGroup T>
std::string initialiser(const T& value, std::string_view owner = "Dimensions") {
    const T defaults{};
    std::vector<std::string> parts;
    for_each_field(value, [&](std::string_view name, const auto& member) {
        for_each_field(defaults, [&](std::string_view other, const auto& standard) {
            if constexpr (std::is_same_v<decltype(member), decltype(standard)>) {
                if (name != other || member == standard) { return; }
                using Member = std::remove_cvref_t<decltype(member)>;
                std::string text = "." + std::string(name) + " = ";
                if constexpr (FieldGroup<Member>) {
                    text += initialiser(member, "decltype(Dimensions::" + std::string(name) + ")");
                } else if constexpr (std::is_enum_v<Member>) {
                    // The member's own type is deduced, so that the enumeration need not be named here.
                    text += "decltype(" + std::string(owner) + "::" + std::string(name) +
                            ")::" + std::string(enum_name(member));
                } else if constexpr (std::is_same_v<Member, bool>) {
                    text += member ? "true" : "false";
                } else {
                    text += std::to_string(member);
                }
                parts.push_back(text);
            }
        });
    });
    std::string out = "{";
    for (std::size_t i = 0; i < parts.size(); ++i) { out += (i == 0 ? "" : ", ") + parts[i]; }
    return out + "}";
}

std::vector<std::string> initialisers(std::span<const PublishedFile> files) {
    std::vector<std::string> out;
    for (const auto& file : files) {
        out.push_back("{" + literal(file.format) + ", Bytes(" + std::to_string(file.bytes.count()) + "U)}");
    }
    return out;
}

std::string models_text(OwnedRows& owned) {
    Pool names("std::string_view", "k_names");
    Pool files("PublishedFile", "k_files");
    Pool values("std::uint32_t", "k_values");
    std::string rows;
    for (const auto& row : owned.models) {
        rows += "    {.id = " + literal(row.id) + ",\n     .aliases = " + names.span(literals(row.aliases)) +
                ",\n     .json = " + literal(row.json) + ",\n     .family = " + literal(row.family) +
                ",\n     .architecture = " + literal(row.architecture) +
                ",\n     .native_dtype = " + literal(row.native_dtype) +
                ",\n     .default_format = " + literal(row.default_format) + ",\n     .parameters = Params(" +
                std::to_string(row.parameters.count()) + "U),\n     .active_parameters = Params(" +
                std::to_string(row.active_parameters.count()) +
                "U),\n     .archetype = " + (row.archetype ? "true" : "false") +
                ",\n     .low_confidence = " + (row.low_confidence ? "true" : "false") +
                ",\n     .license = " + literal(row.license) +
                ",\n     .published_files = " + files.span(initialisers(row.published_files)) +
                ",\n     .dims = " + initialiser(row.dims) + ",\n     .layer_types = " + literal(row.layer_types) +
                ",\n     .heads_per_layer = " + values.span(numbers(row.heads_per_layer)) +
                ",\n     .kv_heads_per_layer = " + values.span(numbers(row.kv_heads_per_layer)) +
                ",\n     .intermediate_per_layer = " + values.span(numbers(row.intermediate_per_layer)) +
                ",\n     .compress_ratios = " + values.span(numbers(row.compress_ratios)) + "},\n";
    }
    return file_text(names.definition() + files.definition() + values.definition(), "ModelRow", rows,
                     index_text(owned.models, owned), "k_model_table") +
           "\n}  // namespace sizer\n";
}

std::string bytes_text(Bytes bytes) { return "Bytes(" + std::to_string(bytes.count()) + "U)"; }

std::string hardware_text(OwnedRows& owned) {
    Pool names("std::string_view", "k_names");
    std::string rows;
    for (const auto& row : owned.hardware) {
        const auto cast = [](std::string_view type, auto value) {
            return "static_cast<" + std::string(type) + ">(" + std::to_string(static_cast<int>(value)) + ")";
        };
        rows +=
            "    {.id = " + literal(row.id) + ",\n     .aliases = " + names.span(literals(row.aliases)) +
            ",\n     .name = " + literal(row.name) + ",\n     .vendor = " + literal(row.vendor) +
            ",\n     .json = " + literal(row.json) +
            ",\n     .device_class = " + cast("HardwareClass", row.device_class) +
            ",\n     .memory_kind = " + cast("MemoryKind", row.memory_kind) +
            ",\n     .nominal_bytes = " + bytes_text(row.nominal_bytes) +
            ",\n     .usable_bytes = " + bytes_text(row.usable_bytes) +
            ",\n     .usable_basis = " + cast("UsableBasis", row.usable_basis) +
            ",\n     .torch_total_bytes = " + bytes_text(row.torch_total_bytes) +
            ",\n     .bandwidth_gb_s = " + number(row.bandwidth_gb_s) +
            ",\n     .fp16_tflops = " + number(row.fp16_tflops) + ",\n     .fp8_tflops = " + number(row.fp8_tflops) +
            ",\n     .int8_tops = " + number(row.int8_tops) + ",\n     .link_gb_s = " + number(row.link_gb_s) +
            ",\n     .power_watts = " + std::to_string(row.power_watts) +
            ",\n     .price_usd = " + std::to_string(row.price_usd) + ",\n     .rung = " + std::to_string(row.rung) +
            ",\n     .most_in_a_machine = " + std::to_string(row.most_in_a_machine) + "},\n";
    }
    return file_text(names.definition(), "HardwareRow", rows, index_text(owned.hardware, owned), "k_hardware_table") +
           "\n}  // namespace sizer\n";
}

std::string width_text(BlockWidth width) {
    return "{" + std::to_string(width.block) + ", " + std::to_string(width.bytes) + "}";
}

std::string storage_types_text(const std::vector<GgmlType>& types, const std::string& name) {
    std::string text = "\nnamespace {\nconstexpr GgmlType " + name + "_rows[] = {\n";
    for (const auto& type : types) {
        text += "    {" + std::to_string(type.id) + ", " + literal(type.name) + ", " + width_text(type.width) + "},\n";
    }
    return text + "};\n}  // namespace\n\nconst std::span<const GgmlType> " + name + "(" + name + "_rows);\n";
}

std::string formats_text(OwnedRows& owned) {
    Pool names("std::string_view", "k_names");
    std::string rows;
    for (const auto& row : owned.formats) {
        const std::string rule = row.rule ? "Ratio{" + std::to_string(row.rule->numerator) + "U, " +
                                                std::to_string(row.rule->denominator) + "U}"
                                          : "std::nullopt";
        rows += "    {.id = " + literal(row.id) + ",\n     .aliases = " + names.span(literals(row.aliases)) +
                ",\n     .json = " + literal(row.json) + ",\n     .packing = static_cast<Packing>(" +
                std::to_string(static_cast<int>(row.packing)) +
                "),\n     .gguf_file_type = " + std::to_string(row.gguf_file_type) +
                ",\n     .width = " + width_text(row.width) + ",\n     .rule = " + rule +
                ",\n     .cache_width = " + width_text(row.cache_width) +
                ",\n     .group = " + std::to_string(row.group) +
                ",\n     .nominal_bits_tenths = " + std::to_string(row.nominal_bits_tenths) +
                ",\n     .weight_lever = " + (row.weight_lever ? "true" : "false") +
                ",\n     .cache_lever = " + std::to_string(row.cache_lever) +
                ",\n     .perplexity_permille = " + std::to_string(row.perplexity_permille) + "},\n";
    }
    return file_text(names.definition(), "FormatRow", rows, index_text(owned.formats, owned), "k_format_table") + "\n" +
           storage_types_text(owned.ggml_types, "k_ggml_types") +
           storage_types_text(owned.removed_ggml_types, "k_removed_ggml_types") + "\n}  // namespace sizer\n";
}

std::string schema_text(const std::string& schema) {
    std::string out = "#include \"catalog/schema_text.hpp\"\n\nnamespace sizer {\n\nconst std::string_view "
                      "k_contract_schema =\n";
    std::istringstream lines(schema);
    for (std::string line; std::getline(lines, line);) { out += "    " + literal(line + "\n") + "\n"; }
    return out + "    ;\n\n}  // namespace sizer\n";
}

std::vector<LanguageFile> languages(const fs::path& folder) {
    std::vector<LanguageFile> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            files.push_back({entry.path().stem().string(), read(entry.path())});
        }
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
    return files;
}

void generate(const fs::path& data, const fs::path& output) {
    OwnedRows owned;
    read_models(read(data / "models.json"), "data/models.json", owned);
    read_hardware(read(data / "hardware.json"), "data/hardware.json", owned);
    read_formats(read(data / "formats.json"), "data/formats.json", owned);
    read_engines(read(data / "engines.json"), "data/engines.json", owned);
    fs::create_directories(output);
    write(output / "models_table.cpp", models_text(owned));
    write(output / "hardware_table.cpp", hardware_text(owned));
    write(output / "formats_table.cpp", formats_text(owned));
    write(output / "engines_table.cpp", engines_text(owned));
    write(output / "languages.cpp", languages_text(languages(data / "languages")));
    write(output / "schema_text.cpp", schema_text(read(data / "contract.schema.json")));
}

/// The words of messages are made far to the right; a maintainer of data is served by the place and the names.
void complain(const InputError& error) {
    for (const auto& problem : error.problems()) {
        std::cerr << problem.where.name << "#" << problem.where.pointer.value_or("") << ": message "
                  << static_cast<int>(problem.what.id);
        for (const auto& operand : problem.what.operands) {
            if (const auto* text = std::get_if<std::string>(&operand.value)) { std::cerr << " \"" << *text << '"'; }
        }
        std::cerr << '\n';
    }
}

}  // namespace
}  // namespace sizer

int main(int argc, char** argv) {
    try {
        if (argc != 3) { throw std::runtime_error("usage: sizer_tables DATA_DIRECTORY OUTPUT_DIRECTORY"); }
        sizer::generate(argv[1], argv[2]);
        return 0;
    } catch (const sizer::InputError& error) {
        sizer::complain(error);
        return 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
