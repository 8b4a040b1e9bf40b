#pragma once

#include "catalog/ggml_types.hpp"
#include "catalog/tables.hpp"

#include <sizer/engine_row.hpp>
#include <sizer/format.hpp>
#include <sizer/hardware.hpp>
#include <sizer/model.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// Rows read from JSON, with the text and the arrays that they point into. Deques, so that nothing moves.
struct OwnedRows {
    std::deque<std::string> texts;
    std::deque<std::vector<std::string_view>> name_lists;
    std::deque<std::vector<std::uint32_t>> arrays;
    std::deque<std::vector<PublishedFile>> published;
    std::vector<ModelRow> models;
    std::vector<HardwareRow> hardware;
    std::vector<FormatRow> formats;
    std::deque<std::vector<EngineKey>> engine_keys;
    std::deque<std::vector<EngineConstant>> engine_constants;
    std::deque<std::vector<EngineCalibration>> engine_calibrations;
    std::vector<EngineRow> engines;
    std::vector<GgmlType> ggml_types;
    std::vector<GgmlType> removed_ggml_types;
};

// Each reads one data file's text and appends its rows; throws InputError with a JSON pointer for every mistake.
void read_models(std::string_view text, const std::string& origin, OwnedRows& rows);
void read_hardware(std::string_view text, const std::string& origin, OwnedRows& rows);
void read_formats(std::string_view text, const std::string& origin, OwnedRows& rows);
void read_engines(std::string_view text, const std::string& origin, OwnedRows& rows);

/// the sorted names of `rows`, ids and aliases normalised; texts are kept in `owner`.
template <class Row>
std::vector<NameEntry> name_index(std::span<const Row> rows, OwnedRows& owner);

extern template std::vector<NameEntry> name_index(std::span<const ModelRow>, OwnedRows&);
extern template std::vector<NameEntry> name_index(std::span<const HardwareRow>, OwnedRows&);
extern template std::vector<NameEntry> name_index(std::span<const FormatRow>, OwnedRows&);
extern template std::vector<NameEntry> name_index(std::span<const EngineRow>, OwnedRows&);

}  // namespace sizer
