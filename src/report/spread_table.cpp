#include "report/spread_table.hpp"

#include "report/page.hpp"
#include "report/say.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::size_t k_size_width = 9;

std::string verdict_of(const SpreadRow& row, const Page& page) {
    if (row.fits.empty() || !row.fits.front().verdict) { return {}; }
    return page.sentence({verdict_word(*row.fits.front().verdict).first});
}

void add_row(const SpreadRow& row, std::size_t widest, Units units, Page& page) {
    constexpr std::size_t k_deep = 4;
    constexpr std::size_t k_verdict_width = 7;
    std::string line = "  " + padded(row.engine, widest) + " ";
    if (!row.budget || !row.budget->total) {
        page.line(line + right_aligned(page.sentence({Message::table_no}), k_size_width));
        for (const auto& problem : row.refused) { page.paragraph("    " + page.sentence(problem.what), k_deep); }
        return;
    }
    line += right_aligned(short_bytes(*row.budget->total, units), k_size_width);
    if (!row.fits.empty()) { line += "  " + padded(verdict_of(row, page), row.because ? k_verdict_width : 0); }
    if (row.because) { line += (row.fits.empty() ? "  " : "") + page.sentence(*row.because); }
    page.paragraph(line, k_deep);
    if (!row.alike.empty()) {
        page.paragraph("    " + page.sentence({Message::table_alike, {{"names", joined(row.alike)}}}), k_deep);
    }
}

}  // namespace

std::string spread_table(const Assessment& assessment, const Terminal& terminal, Units units) {
    Page page(terminal, units);
    page.heading(request_heading(assessment, page));
    std::size_t widest = 0;
    for (const auto& row : assessment.spread) { widest = std::max(widest, columns(row.engine)); }
    for (const auto& row : assessment.spread) { add_row(row, widest, units, page); }
    const auto& machines = assessment.deployment.machines;
    if (!machines.empty()) {
        page.line();
        page.paragraph(page.sentence({Message::table_spread_machine, {{"machine", short_name(machines.front())}}}));
    }
    return page.take();
}

}  // namespace sizer
