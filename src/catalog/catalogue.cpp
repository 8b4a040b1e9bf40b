#include <sizer/catalogue.hpp>

#include "catalog/rows_json.hpp"
#include "catalog/tables.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace sizer {

/// Rows of a data directory over the embedded ones. Rows that were replaced are gone; names are indexed anew.
struct Catalogue::Overlay {
    OwnedRows owned;
    std::vector<NameEntry> model_names;
    std::vector<NameEntry> hardware_names;
    std::vector<NameEntry> format_names;
};

namespace {

template <class Row>
const Row* find(std::span<const Row> rows, std::span<const NameEntry> names, std::string_view name) {
    const auto look_up = [&](std::string_view one) -> const Row* {
        const std::string key = normalised_name(one);
        const auto found = std::lower_bound(names.begin(), names.end(), key,
                                            [](const NameEntry& entry, const std::string& k) { return entry.name < k; });
        return found != names.end() && found->name == key ? &rows[found->row] : nullptr;
    };
    if (const auto* row = look_up(name)) { return row; }
    // Whose copy of a model it is does not matter: "someone/Llama-3.1-8B" is the same model.
    const auto slash = name.rfind('/');
    return slash == std::string_view::npos ? nullptr : look_up(name.substr(slash + 1));
}

/// A row with a known id takes that row's place, a new one comes last.
template <class Row>
void lay_over(std::vector<Row>& read, std::span<const Row> below) {
    std::vector<Row> merged(below.begin(), below.end());
    for (const auto& row : read) {
        const auto same = std::find_if(merged.begin(), merged.end(), [&](const Row& other) { return other.id == row.id; });
        if (same != merged.end()) {
            *same = row;
        } else {
            merged.push_back(row);
        }
    }
    read = std::move(merged);
}

using Reader = void (*)(std::string_view, const std::string&, OwnedRows&);

void read_file(const std::filesystem::path& path, Reader read, OwnedRows& rows) {
    if (!std::filesystem::exists(path)) { return; }
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
        throw InputError(Problem{{Message::file_unreadable}, {path.string()}, {Message::mend_check_path}});
    }
    read(text, path.string(), rows);
}

}  // namespace

Catalogue::Catalogue() = default;

Catalogue::Catalogue(const std::string& data_directory) {
    const std::filesystem::path directory(data_directory);
    if (!std::filesystem::is_directory(directory)) {
        throw InputError(Problem{{Message::file_not_found}, {data_directory}, {Message::mend_check_path}});
    }
    auto overlay = std::make_shared<Overlay>();
    OwnedRows& owned = overlay->owned;
    read_file(directory / "models.json", read_models, owned);
    read_file(directory / "hardware.json", read_hardware, owned);
    read_file(directory / "formats.json", read_formats, owned);
    lay_over(owned.models, k_model_table.rows);
    lay_over(owned.hardware, k_hardware_table.rows);
    lay_over(owned.formats, k_format_table.rows);
    overlay->model_names = name_index(std::span<const ModelRow>(owned.models), owned);
    overlay->hardware_names = name_index(std::span<const HardwareRow>(owned.hardware), owned);
    overlay->format_names = name_index(std::span<const FormatRow>(owned.formats), owned);
    m_overlay = std::move(overlay);
}

std::span<const ModelRow> Catalogue::models() const {
    return m_overlay ? std::span<const ModelRow>(m_overlay->owned.models) : k_model_table.rows;
}

std::span<const HardwareRow> Catalogue::hardware() const {
    return m_overlay ? std::span<const HardwareRow>(m_overlay->owned.hardware) : k_hardware_table.rows;
}

std::span<const FormatRow> Catalogue::formats() const {
    return m_overlay ? std::span<const FormatRow>(m_overlay->owned.formats) : k_format_table.rows;
}

const ModelRow* Catalogue::find_model(std::string_view name) const {
    return find(models(), m_overlay ? m_overlay->model_names : k_model_table.names, name);
}

const HardwareRow* Catalogue::find_hardware(std::string_view name) const {
    return find(hardware(), m_overlay ? m_overlay->hardware_names : k_hardware_table.names, name);
}

const FormatRow* Catalogue::find_format(std::string_view name) const {
    return find(formats(), m_overlay ? m_overlay->format_names : k_format_table.names, name);
}

std::span<const GgmlType> ggml_types() { return k_ggml_types; }

}  // namespace sizer
