#include "report/table.hpp"

#include "contract/statements.hpp"
#include "report/page.hpp"

#include <array>

namespace sizer {
namespace {

void add_dominance(const Assessment& a, Page& page) {
    constexpr std::array k_sentences = {Message::table_weights_dominate, Message::table_cache_dominates,
                                        Message::table_activations_dominate, Message::table_overhead_dominates};
    const auto& budget = a.budget;
    if (!budget.dominant) { return; }
    const auto bytes = *term(budget, *budget.dominant).bytes;
    page.line();
    page.paragraph(
        page.sentence({k_sentences.at(static_cast<std::size_t>(*budget.dominant)),
                       {{"share", share(bytes, *budget.total)}, {"times", times(bytes, *budget.weights.bytes)}}}));
}

/// What was looked for comes before the account of it.
void add_solution(const Assessment& a, Page& page) {
    if (!a.solution) { return; }
    const auto& [field, answer, beside] = *a.solution;
    const std::string name(k_solve_fields.at(static_cast<std::size_t>(field)));
    const auto& shown = answer ? answer : beside;
    const std::string machine = shown ? machine_name(shown->machine) : std::string();
    const Message message = !answer ? Message::solved_none : beside ? Message::solved_largest : Message::solved_all;
    page.paragraph(page.sentence(
        {message, {{"field", name}, {"value", answer ? answer->value : std::string()}, {"machine", machine}}}));
    if (beside) {
        page.paragraph(page.sentence({Message::solved_beside, {{"value", beside->value}, {"total", beside->total}}}));
    }
    page.line();
}

}  // namespace

std::string request_heading(const Assessment& a, const Page& page) {
    const auto& d = a.deployment;
    std::string text = a.model.name + ", " + std::string(d.weight_format.id) + ", " +
                       page.sentence({Message::table_context, {{"context", d.context}}});
    if (d.batch != 1) { text += page.sentence({Message::table_batch, {{"batch", d.batch}}}); }
    text += d.sessions == 1 ? page.sentence({Message::table_session})
                            : page.sentence({Message::table_sessions, {{"sessions", d.sessions}}});
    text += ", " + page.sentence({Message::table_cache, {{"format", kv_format_text(d)}}});
    return text;
}

std::string table(const Assessment& assessment, const Terminal& terminal, Units units) {
    Page page(terminal, units);
    const auto& budget = assessment.budget;
    add_solution(assessment, page);
    page.heading(request_heading(assessment, page));
    for (const auto name : k_terms) {
        page.term(term_key(name), term(budget, name), budget.total, budget.dominant == name);
    }
    page.totals(budget.total, budget.required_low, budget.required_high, assessment.deployment.margin);
    add_dominance(assessment, page);
    page.machines(assessment.fits);
    if (const auto pool = pool_of(assessment)) { page.paragraph("  " + page.sentence(*pool), 2); }
    // Where machines are only proposed, one of them fits: the page stays one screen, the contract has the levers.
    const bool asked = !assessment.deployment.machines.empty();
    if (asked && assessment.levers && !assessment.levers->changes.empty()) { page.levers(*assessment.levers); }
    page.limits(assessment.limitations);
    return page.take();
}

}  // namespace sizer
