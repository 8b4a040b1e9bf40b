#pragma once

#include <sizer/engine_row.hpp>
#include <sizer/format.hpp>
#include <sizer/hardware.hpp>
#include <sizer/model.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sizer {

/// a name as the catalogue compares it: lower case, without '-', '_', '.', ':', '/' and spaces.
[[nodiscard]] std::string normalised_name(std::string_view name);

/// the (at most three) candidates nearest to `name` by edit distance of their normalised forms, the nearest first; ones
/// too far away to be meant are left out.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view name,
                                                     std::span<const std::string_view> candidates);

/// The catalogues: models, devices, formats, engines. The embedded ones are static tables; a data directory lies over
/// them.
class Catalogue {
public:
    /// the embedded tables; parses nothing.
    Catalogue();

    /// the embedded tables with DIR/models.json, hardware.json, formats.json and engines.json laid over them, row by
    /// row (a row with the id of an embedded one replaces it); a missing file is no mistake. Throws InputError.
    explicit Catalogue(const std::string& data_directory);

    [[nodiscard]] std::span<const ModelRow> models() const;
    [[nodiscard]] std::span<const HardwareRow> hardware() const;
    [[nodiscard]] std::span<const FormatRow> formats() const;
    [[nodiscard]] std::span<const EngineRow> engines() const;

    /// the row of that id or alias, null when there is none. A vendor prefix ("Qwen/", "nvidia ") is not needed.
    [[nodiscard]] const ModelRow* find_model(std::string_view name) const;
    [[nodiscard]] const HardwareRow* find_hardware(std::string_view name) const;
    [[nodiscard]] const FormatRow* find_format(std::string_view name) const;
    [[nodiscard]] const EngineRow* find_engine(std::string_view name) const;

private:
    struct Overlay;  // the rows of a data directory and the text they point into
    std::shared_ptr<const Overlay> m_overlay;
};

}  // namespace sizer
