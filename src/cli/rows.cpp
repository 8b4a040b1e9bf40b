#include "cli/rows.hpp"

#include <string>
#include <vector>

namespace sizer {
namespace {

/// Aliases are candidates too: people know "llama3.1:8b" rather than the row's id.
template <class Row>
std::vector<std::string_view> names(std::span<const Row> rows) {
    std::vector<std::string_view> all;
    for (const auto& row : rows) {
        all.push_back(row.id);
        all.insert(all.end(), row.aliases.begin(), row.aliases.end());
    }
    return all;
}

template <class Row>
InputError unknown(Message what, std::string_view name, std::span<const Row> rows, const Place& where, Message list) {
    const std::string near = joined(nearest_names(name, names(rows)));
    const Statement mend = near.empty() ? Statement{list} : Statement{Message::mend_did_you_mean, {{"names", near}}};
    return InputError(Problem{{what, {{"name", std::string(name)}}}, where, mend});
}

}  // namespace

const ModelRow& model_row(std::string_view name, const Catalogue& catalogue, const Place& where) {
    const auto* row = catalogue.find_model(name);
    if (row == nullptr) {
        throw unknown(Message::unknown_model, name, catalogue.models(), where, Message::mend_list_models);
    }
    return *row;
}

const HardwareRow& hardware_row(std::string_view name, const Catalogue& catalogue, const Place& where) {
    const auto* row = catalogue.find_hardware(name);
    if (row == nullptr) {
        throw unknown(Message::unknown_hardware, name, catalogue.hardware(), where, Message::mend_list_hardware);
    }
    return *row;
}

const FormatRow& format_row(std::string_view name, const Catalogue& catalogue, const Place& where) {
    const auto* row = catalogue.find_format(name);
    if (row == nullptr) {
        throw unknown(Message::unknown_format, name, catalogue.formats(), where, Message::mend_list_formats);
    }
    return *row;
}

const EngineRow& engine_row(std::string_view name, const Catalogue& catalogue, const Place& where) {
    const auto* row = catalogue.find_engine(name);
    if (row == nullptr) {
        throw unknown(Message::unknown_engine, name, catalogue.engines(), where, Message::mend_list_engines);
    }
    return *row;
}

}  // namespace sizer
