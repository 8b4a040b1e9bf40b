#include "report/listing.hpp"

#include "contract/inspection.hpp"
#include "model/kv_layout.hpp"
#include "report/columns.hpp"

#include <array>

namespace sizer {
namespace {

using Cells = std::vector<std::string>;

std::string number(double value) {
    constexpr double k_tenths = 10.0;
    if (value <= 0) { return "-"; }
    return decimal(Ratio{static_cast<std::uint64_t>(value * k_tenths + 1.0 / 2), 10});
}

}  // namespace

std::string models_table(const Catalogue& catalogue, const Terminal& terminal) {
    std::vector<Cells> rows{{"model", "parameters", "active", "layers", "KV B/token", "context", "licence"}};
    for (const auto& row : catalogue.models()) {
        const bool sparse = row.active_parameters.count() != 0 && row.active_parameters != row.parameters;
        rows.push_back({std::string(row.id), short_params(row.parameters),
                        sparse ? short_params(row.active_parameters) : "", std::to_string(row.dims.layers),
                        grouped(cache_slope_f16(kv_layout(architecture_of(row))).count()),
                        row.dims.max_context == 0 ? "-" : grouped(row.dims.max_context),
                        row.license.empty() ? "-" : std::string(row.license)});
    }
    return aligned_columns(rows, terminal);
}

std::string hardware_table(const Catalogue& catalogue, const Terminal& terminal, Units units) {
    constexpr std::array<std::string_view, 5> k_basis = {"driver", "nominal", "default limit", "given", "unknown"};
    std::vector<Cells> rows{{"hardware", "usable", "GB/s", "basis", "FP16 TFLOP/s", "link GB/s"}};
    for (const auto& row : catalogue.hardware()) {
        const bool known = row.usable_bytes.count() != 0;
        rows.push_back({std::string(row.id), known ? short_bytes(row.usable_bytes, units) : "-",
                        number(row.bandwidth_gb_s), std::string(k_basis.at(static_cast<std::size_t>(row.usable_basis))),
                        number(row.fp16_tflops), number(row.link_gb_s)});
    }
    return aligned_columns(rows, terminal);
}

std::string formats_table(const Catalogue& catalogue, const Terminal& terminal) {
    constexpr std::uint64_t k_bits = 8;
    std::vector<Cells> rows{{"format", "rule B/param", "bits/weight", "KV bits"}};
    for (const auto& row : catalogue.formats()) {
        const bool weights = row.packing != Packing::cache_only;
        const bool width = weights && row.width.bytes != 0;
        const auto bits = [](BlockWidth w) { return decimal({w.bytes * k_bits, w.block}); };
        rows.push_back({std::string(row.id), row.rule ? decimal(*row.rule) : "", width ? bits(row.width) : "",
                        row.cache_width.bytes != 0 ? bits(row.cache_width) : ""});
    }
    return aligned_columns(rows, terminal);
}

std::string rows_json(const std::vector<std::string_view>& rows) {
    std::string out = "[";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out += i == 0 ? "\n" : ",\n";
        out += rows[i];
    }
    return out + "\n]\n";
}

}  // namespace sizer
