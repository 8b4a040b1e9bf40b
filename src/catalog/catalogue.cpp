#include <sizer/catalogue.hpp>

#include "catalog/rows_json.hpp"
#include "catalog/tables.hpp"
#include "spec/text_file.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

namespace sizer {

/// Rows of a data directory over the embedded ones. Rows that were replaced are gone; names are indexed anew.
struct Catalogue::Overlay {
    OwnedRows owned;
    std::vector<NameEntry> model_names;
    std::vector<NameEntry> hardware_names;
    std::vector<NameEntry> format_names;
    std::vector<NameEntry> engine_names;
};

namespace {

/// `name` without the maker's name before it ("nvidia h100"), empty when it has none.
std::string_view without_vendor(std::string_view name) {
    constexpr std::array<std::string_view, 6> k_vendors = {"nvidia", "amd", "intel", "apple", "google", "aws"};
    const auto end = name.find_first_of(" -_");
    if (end == std::string_view::npos) { return {}; }
    const auto first = normalised_name(name.substr(0, end));
    return std::find(k_vendors.begin(), k_vendors.end(), first) == k_vendors.end() ? std::string_view{}
                                                                                   : name.substr(end + 1);
}

template <class Row>
const Row* find(std::span<const Row> rows, std::span<const NameEntry> names, std::string_view name) {
    const auto look_up = [&](std::string_view one) -> const Row* {
        const std::string key = normalised_name(one);
        const auto found =
            std::lower_bound(names.begin(), names.end(), key,
                             [](const NameEntry& entry, const std::string& k) { return entry.name < k; });
        return found != names.end() && found->name == key ? &rows[found->row] : nullptr;
    };
    if (const auto* row = look_up(name)) { return row; }
    // Whose copy of a model it is does not matter: "someone/Llama-3.1-8B" is the same model.
    const auto slash = name.rfind('/');
    return slash == std::string_view::npos ? nullptr : look_up(name.substr(slash + 1));
}

/// A row with a known id takes that row's place, a new one comes last. Returns the index of all names: where a read row
/// has a name that an embedded one has too, it is the read row's.
template <class Row>
std::vector<NameEntry> lay_over(std::vector<Row>& read, std::span<const Row> below, OwnedRows& owned) {
    std::vector<Row> merged(below.begin(), below.end());
    std::vector<bool> is_read(merged.size(), false);
    for (const auto& row : read) {
        const auto same =
            std::find_if(merged.begin(), merged.end(), [&](const Row& other) { return other.id == row.id; });
        if (same != merged.end()) {
            *same = row;
            is_read[static_cast<std::size_t>(same - merged.begin())] = true;
        } else {
            merged.push_back(row);
            is_read.push_back(true);
        }
    }
    read = std::move(merged);
    auto names = name_index(std::span<const Row>(read), owned);
    std::stable_sort(names.begin(), names.end(), [&](const NameEntry& a, const NameEntry& b) {
        return a.name != b.name ? a.name < b.name : is_read[a.row] && !is_read[b.row];
    });
    return names;
}

using Reader = void (*)(std::string_view, const std::string&, OwnedRows&);

void read_file(const std::filesystem::path& path, Reader read, OwnedRows& rows) {
    std::error_code error;
    if (std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found) { return; }
    std::istringstream nothing;
    read(read_text(path.string(), nothing), path.string(), rows);
}

}  // namespace

Catalogue::Catalogue() = default;

Catalogue::Catalogue(const std::string& data_directory) {
    const std::filesystem::path directory(data_directory);
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error)) {
        throw InputError(Problem{{Message::file_not_found}, {data_directory}, {Message::mend_check_path}});
    }
    auto overlay = std::make_shared<Overlay>();
    OwnedRows& owned = overlay->owned;
    read_file(directory / "models.json", read_models, owned);
    read_file(directory / "hardware.json", read_hardware, owned);
    read_file(directory / "formats.json", read_formats, owned);
    read_file(directory / "engines.json", read_engines, owned);
    overlay->model_names = lay_over(owned.models, k_model_table.rows, owned);
    overlay->hardware_names = lay_over(owned.hardware, k_hardware_table.rows, owned);
    overlay->format_names = lay_over(owned.formats, k_format_table.rows, owned);
    overlay->engine_names = lay_over(owned.engines, k_engine_table.rows, owned);
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

std::span<const EngineRow> Catalogue::engines() const {
    return m_overlay ? std::span<const EngineRow>(m_overlay->owned.engines) : k_engine_table.rows;
}

const ModelRow* Catalogue::find_model(std::string_view name) const {
    return find(models(), m_overlay ? m_overlay->model_names : k_model_table.names, name);
}

const HardwareRow* Catalogue::find_hardware(std::string_view name) const {
    const auto names = m_overlay ? std::span<const NameEntry>(m_overlay->hardware_names) : k_hardware_table.names;
    if (const auto* row = find(hardware(), names, name)) { return row; }
    const auto device = without_vendor(name);
    return device.empty() ? nullptr : find(hardware(), names, device);
}

const FormatRow* Catalogue::find_format(std::string_view name) const {
    return find(formats(), m_overlay ? m_overlay->format_names : k_format_table.names, name);
}

const EngineRow* Catalogue::find_engine(std::string_view name) const {
    return find(engines(), m_overlay ? m_overlay->engine_names : k_engine_table.names, name);
}

}  // namespace sizer
