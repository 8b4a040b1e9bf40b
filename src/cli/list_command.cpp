#include "cli/commands.hpp"

#include "cli/rows.hpp"
#include "report/listing.hpp"

#include <ostream>

namespace sizer {
namespace {

template <class Row>
std::vector<std::string_view> texts(std::span<const Row> rows) {
    std::vector<std::string_view> all;
    for (const auto& row : rows) { all.push_back(row.json); }
    return all;
}

/// the JSON text of one row of the catalogue that the command names.
std::string row_of(const Options& options, const Catalogue& catalogue, const std::string& name) {
    const Place where{options.command};
    if (options.command == "models") { return model_row_json(model_row(name, catalogue, where)); }
    if (options.command == "hardware") { return row_json(hardware_row(name, catalogue, where).json); }
    if (options.command == "engines") { return row_json(engine_row(name, catalogue, where).json); }
    return row_json(format_row(name, catalogue, where).json);
}

std::string all_rows(const Options& options, const Catalogue& catalogue, const Manner& manner) {
    if (options.command == "models") {
        return manner.json ? rows_json(texts(catalogue.models())) : models_table(catalogue, manner.terminal);
    }
    if (options.command == "hardware") {
        return manner.json ? rows_json(texts(catalogue.hardware()))
                           : hardware_table(catalogue, manner.terminal, manner.units);
    }
    if (options.command == "engines") {
        return manner.json ? rows_json(texts(catalogue.engines())) : engines_table(catalogue, manner.terminal);
    }
    return manner.json ? rows_json(texts(catalogue.formats())) : formats_table(catalogue, manner.terminal);
}

}  // namespace

int list_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::ostream& out) {
    if (options.arguments.empty()) {
        out << all_rows(options, catalogue, manner);
        return k_done;
    }
    if (options.command == "engines" && !manner.json) {
        out << engine_page(engine_row(options.arguments.front(), catalogue, {options.command}), manner.terminal);
        return k_done;
    }
    const auto row = row_of(options, catalogue, options.arguments.front());
    out << (manner.json ? row : row_table(row, manner.terminal));
    return k_done;
}

}  // namespace sizer
