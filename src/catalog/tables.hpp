#pragma once

#include "catalog/ggml_types.hpp"

#include <sizer/engine_row.hpp>
#include <sizer/format.hpp>
#include <sizer/hardware.hpp>
#include <sizer/model.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace sizer {

/// A normalised id or alias and the row it stands for.
struct NameEntry {
    std::string_view name;
    std::uint32_t row = 0;
};

/// One catalogue: its rows in the order of the data file, and its names sorted for binary search.
template <class Row>
struct Table {
    std::span<const Row> rows;
    std::span<const NameEntry> names;
};

// Written at build time from data/*.json; constant data, so that a run pays nothing for what it does not look up.
extern const Table<ModelRow> k_model_table;
extern const Table<HardwareRow> k_hardware_table;
extern const Table<FormatRow> k_format_table;
extern const Table<EngineRow> k_engine_table;
extern const std::span<const GgmlType> k_ggml_types;
extern const std::span<const GgmlType> k_removed_ggml_types;

}  // namespace sizer
