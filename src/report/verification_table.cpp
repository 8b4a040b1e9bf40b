#include "report/verification_table.hpp"

#include "contract/verification_names.hpp"
#include "report/columns.hpp"
#include "report/page.hpp"

#include <vector>

namespace sizer {
namespace {

using Cells = std::vector<std::string>;

std::string number_text(LogTerm term, std::uint64_t value, Units units) {
    constexpr std::uint64_t k_worth_rounding = 10'000'000;
    constexpr std::uint64_t k_hundredths = 100;
    if (term == LogTerm::kv_tokens) { return grouped(value); }
    if (term == LogTerm::max_concurrency) { return decimal(Ratio{value, k_hundredths}) + " x"; }
    return value < k_worth_rounding ? grouped(value) + " B" : short_bytes(Bytes(value), units);
}

Cells row_of(const VerifiedTerm& term, Units units) {
    const std::string verdict = !term.predicted ? "-" : term.within ? "yes" : "NO";
    return {std::string(log_term_key(term.term)),
            term.predicted ? number_text(term.term, *term.predicted, units) : "-",
            number_text(term.term, term.observed.value, units),
            term.error_permille ? signed_percent(*term.error_permille) + " %" : "-",
            verdict,
            std::to_string(term.observed.line)};
}

Statement title(const Verification& v) {
    return {v.log.version.empty() ? Message::table_verify_title_plain : Message::table_verify_title,
            {{"model", v.model.name}, {"engine", std::string(engine_key(v.log.engine))}, {"version", v.log.version}}};
}

}  // namespace

std::string verification_table(const Verification& v, const Terminal& terminal, Units units) {
    Page page(terminal, units);
    page.heading(page.sentence(title(v)));
    if (!v.from_log.empty()) {
        page.paragraph(page.sentence({Message::table_verify_settings, {{"names", joined(v.from_log)}}}));
        page.line();
    }
    std::vector<Cells> rows{{"term", "predicted", "observed", "error", "within", "line"}};
    for (const auto& term : v.terms) { rows.push_back(row_of(term, units)); }
    std::string text = page.take() + aligned_columns(rows, terminal);
    Page end(terminal, units);
    const std::string tolerance = percent_text(v.tolerance_permille);
    const auto off = term_names(v, [](const VerifiedTerm& term) { return !term.within; });
    end.line();
    if (!off.empty()) {
        end.paragraph(end.sentence({Message::table_verify_off, {{"terms", off}, {"tolerance", tolerance}}}));
    } else if (v.judged()) {
        end.paragraph(end.sentence({Message::table_verify_within, {{"tolerance", tolerance}}}));
    }
    end.limits(v.limitations);
    return text + end.take();
}

}  // namespace sizer
