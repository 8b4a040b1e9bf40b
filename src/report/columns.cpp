#include "report/columns.hpp"

#include "report/paint.hpp"

#include <algorithm>

namespace sizer {

std::string aligned_columns(const std::vector<std::vector<std::string>>& rows, const Terminal& terminal) {
    constexpr std::size_t k_gap = 2;
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) { widths[i] = std::max(widths[i], columns(row[i])); }
    }
    const auto room = static_cast<std::size_t>(std::max(terminal.width, 0));
    std::size_t shown = 0;
    for (std::size_t used = 0; shown < widths.size(); ++shown) {
        used += widths[shown] + (shown == 0 ? 0 : k_gap);
        if (shown > 1 && used > room) { break; }
    }
    std::string out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::string line = padded(rows[r].front(), widths.front());
        for (std::size_t i = 1; i < shown; ++i) {
            line += std::string(k_gap, ' ') + right_aligned(rows[r][i], widths[i]);
        }
        out += (r == 0 ? painted(line, Paint::bold, terminal.colour) : line) + "\n";
    }
    return out;
}

}  // namespace sizer
