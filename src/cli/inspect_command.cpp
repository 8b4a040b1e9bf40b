#include "cli/commands.hpp"

#include "cli/model_files.hpp"
#include "cli/version.hpp"
#include "contract/inspection.hpp"
#include "model/readers/gguf_model.hpp"
#include "model/readers/mapped_file.hpp"
#include "model/readers/printable.hpp"
#include "report/inspection_table.hpp"
#include "report/say.hpp"

#include <sizer/error.hpp>

#include <filesystem>
#include <ostream>

namespace sizer {
namespace {

namespace fs = std::filesystem;

/// A GGUF is shown even when a budget could not be made of it: parts or keys missing, no tensors.
Inspection of_gguf(const fs::path& path) {
    const GgufFile file = open_gguf(path);
    GgufModel read = gguf_model(file);
    Inspection it{.model = std::move(read.model), .container = "gguf"};
    it.version = file.header.version;
    it.header_bytes = file.header.header_bytes;
    it.data_offset = file.header.data_begin;
    if (read.projector) { it.notes.push_back({Message::note_projector}); }
    if (!read.missing_parts.empty()) {
        it.notes.push_back({Message::missing_parts, {{"names", joined(read.missing_parts)}}});
    }
    if (!read.missing_keys.empty()) {
        it.notes.push_back({Message::missing_key, {{"name", joined(read.missing_keys)}}});
        // Without them no layer can be described.
        if (it.model.unknown_architecture.empty()) { it.model.unknown_architecture = it.model.architecture.name; }
    }
    if (it.model.file && it.model.file->sums.empty()) { it.notes.push_back({Message::no_tensors}); }
    return it;
}

Inspection inspect(const std::string& name, const Catalogue& catalogue) {
    std::error_code unreadable;
    if (!fs::exists(name, unreadable)) {
        throw InputError(Problem{{Message::file_not_found}, {name}, {Message::mend_check_path}});
    }
    if (!fs::is_directory(name)) {
        const MappedFile file{fs::path(name)};
        if (looks_like_gguf(file.bytes())) { return of_gguf(name); }
    }
    Inspection it{.model = model_from_path(name, catalogue)};
    if (it.model.unknown_architecture.empty() && it.model.architecture.dims.design == Design::unknown) {
        it.model.unknown_architecture = it.model.architecture.name;
    }
    it.container = it.model.origin == ModelOrigin::spec ? "json" : it.model.file ? "safetensors" : "config";
    return it;
}

}  // namespace

int inspect_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::ostream& out) {
    if (options.arguments.empty()) {
        throw InputError(Problem{{Message::missing_value}, {"inspect"}, {Message::mend_check_path}});
    }
    Inspection it = inspect(options.arguments.front(), catalogue);
    it.model.name = printable(it.model.name);
    if (it.model.file && it.model.file->data_missing) { it.notes.push_back({Message::limit_data_missing}); }
    if (manner.json) {
        out << inspection_json(it, say_exactly, version());
    } else {
        out << inspection_table(it, manner.terminal, manner.units);
    }
    return k_done;
}

}  // namespace sizer
