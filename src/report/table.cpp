#include "report/table.hpp"

#include "contract/statements.hpp"
#include "report/paint.hpp"
#include "report/say.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sizer {
namespace {

constexpr std::size_t k_least_width = 40;
constexpr std::size_t k_most_width = 110;  // beyond it the eye loses the line
constexpr std::size_t k_name_width = 11;
constexpr std::size_t k_size_width = 9;
constexpr std::size_t k_indent = 2;
constexpr std::size_t k_basis_width = 6;

/// The page while it is written: width and manner in one place.
class Page {
public:
    Page(const Assessment& assessment, const Terminal& terminal, Units units)
        : m_a(assessment),
          m_terminal(terminal),
          m_units(units),
          m_width(std::clamp(static_cast<std::size_t>(std::max(terminal.width, 0)), k_least_width, k_most_width)) {}

    std::string write() {
        heading();
        for (const auto name : k_terms) { term_line(name); }
        totals();
        dominance();
        machines();
        limits();
        return m_out;
    }

private:
    [[nodiscard]] std::string size(Bytes bytes) const { return short_bytes(bytes, m_units); }
    [[nodiscard]] std::string paint(std::string_view text, Paint how) const {
        return painted(text, how, m_terminal.colour);
    }
    [[nodiscard]] std::string sentence(const Statement& statement) const { return say(statement, {.units = m_units}); }
    void line(const std::string& text = {}) { m_out += text + "\n"; }
    void paragraph(const std::string& text, std::size_t indent = 0) { line(wrapped(text, m_width, indent)); }

    void heading() {
        const auto& d = m_a.deployment;
        std::string cache(d.k_format.id);
        if (d.v_format.id != d.k_format.id) { cache += "/" + std::string(d.v_format.id); }
        std::string text = m_a.model.name + ", " + std::string(d.weight_format.id) + ", " +
                           sentence({Message::table_context, {{"context", d.context}}});
        if (d.batch != 1) { text += sentence({Message::table_batch, {{"batch", d.batch}}}); }
        text += d.sessions == 1 ? sentence({Message::table_session})
                                : sentence({Message::table_sessions, {{"sessions", d.sessions}}});
        text += ", " + sentence({Message::table_cache, {{"format", cache}}});
        line(paint(wrapped(text, m_width, k_indent), Paint::bold));
        line();
    }

    void term_line(TermName name) {
        const auto& each = term(m_a.budget, name);
        const std::string label = padded(std::string(term_key(name)), k_name_width);
        const std::string bytes =
            right_aligned(each.bytes ? size(*each.bytes) : sentence({Message::table_unknown}), k_size_width);
        const std::string basis = each.bytes ? std::string(basis_key(each.basis)) : "";
        const std::string formula = sentence(each.formula);
        const std::size_t fixed = k_indent + k_name_width + 1 + k_size_width + 2 + k_basis_width + 1;
        constexpr std::size_t k_least_bar = 8;
        constexpr std::size_t k_formula = 32;  // "327,680 B/token x 262,144 tokens"
        const bool one_line = m_width >= fixed + k_least_bar + 1 + k_formula;
        const std::size_t bar_width = one_line ? m_width - fixed - k_formula - 1 : m_width - fixed;
        const bool dominant = m_a.budget.dominant == name;
        const auto permille = each.bytes && m_a.budget.total ? share(*each.bytes, *m_a.budget.total).value : 0;
        const std::string blocks = bar(permille, bar_width, m_terminal.unicode);
        const std::string head = std::string(k_indent, ' ') + (dominant ? paint(label, Paint::bold) : label) + " " +
                                 bytes + "  " + padded(basis, k_basis_width) + " ";
        const std::string drawn = paint(blocks, dominant ? Paint::yellow : Paint::cyan);
        if (one_line && columns(formula) <= k_formula) {
            const std::string gap(bar_width - columns(blocks) + 1, ' ');
            line(head + drawn + gap + paint(formula, Paint::dim));
        } else {
            line(head + drawn);
            constexpr std::size_t k_deep = 4;
            line(paint(std::string(k_deep, ' ') + wrapped(formula, m_width - k_deep, k_deep), Paint::dim));
        }
    }

    void totals() {
        const auto& budget = m_a.budget;
        line(std::string(k_indent, ' ') + rule(k_name_width + 1 + k_size_width));
        const std::string label = padded(sentence({Message::table_total}), k_name_width) + " ";
        const std::string total = budget.total ? size(*budget.total) : sentence({Message::table_unknown});
        line("  " + paint(label + right_aligned(total, k_size_width), Paint::bold));
        if (!budget.total) { return; }
        const auto band = [&](const std::string& low, const std::string& high) {
            return low == high ? high : sentence({Message::table_band, {{"low", low}, {"high", high}}});
        };
        const auto& margin = m_a.deployment.margin;
        const std::string percent =
            band(decimal(PerMille{margin.low_permille}), decimal(PerMille{margin.high_permille}));
        paragraph("  " + padded(sentence({Message::table_required}), k_name_width) + " " +
                      band(size(*budget.required_low), size(*budget.required_high)) + "  " +
                      sentence({Message::table_margin, {{"margin", percent}}}),
                  k_indent);
    }

    [[nodiscard]] std::string rule(std::size_t width) const {
        std::string text;
        for (std::size_t i = 0; i < width; ++i) { text += m_terminal.unicode ? "─" : "-"; }
        return text;
    }

    void dominance() {
        constexpr std::array k_sentences = {Message::table_weights_dominate, Message::table_cache_dominates,
                                            Message::table_activations_dominate, Message::table_overhead_dominates};
        const auto& budget = m_a.budget;
        if (!budget.dominant) { return; }
        const auto bytes = *term(budget, *budget.dominant).bytes;
        line();
        paragraph(sentence({k_sentences.at(static_cast<std::size_t>(*budget.dominant)),
                            {{"share", share(bytes, *budget.total)}, {"times", times(bytes, *budget.weights.bytes)}}}));
    }

    void machines() {
        if (m_a.fits.empty()) { return; }
        line();
        std::size_t widest = 0;
        for (const auto& fit : m_a.fits) { widest = std::max(widest, columns(short_name(fit.machine))); }
        std::uint32_t rung = 0;
        for (const auto& fit : m_a.fits) {
            machine_line(fit, widest, fit.proposed && fit.rung != rung);
            rung = fit.rung;
        }
    }

    /// The row's id: what the user would type, and short enough for a line.
    static std::string short_name(const Machine& machine) {
        return std::to_string(machine.count) + " x " + std::string(machine.device.id);
    }

    [[nodiscard]] std::string rung_name(std::uint32_t rung) const {
        constexpr std::array k_names = {Message::table_rung_one, Message::table_rung_two, Message::table_rung_three};
        return sentence({k_names.at(rung - 1)});
    }

    void machine_line(const Fit& fit, std::size_t widest, bool new_rung) {
        constexpr std::size_t k_verdict_width = 6;
        if (new_rung) { line(paint(std::string(k_indent, ' ') + rung_name(fit.rung), Paint::dim)); }
        const std::string name = padded(short_name(fit.machine), widest);
        const auto [word, colour] = fit.verdict ? verdict(*fit.verdict) : std::pair(Message::table_unknown, Paint::dim);
        const std::string head =
            std::string(k_indent, ' ') + paint(padded(sentence({word}), k_verdict_width), colour) + name;
        if (!fit.verdict) { return line(head); }
        const std::string account = account_of(fit);
        constexpr std::size_t k_deep = 8;
        if (k_indent + k_verdict_width + columns(name) + 2 + columns(account) > m_width) {
            line(head);
            line(std::string(k_deep, ' ') + wrapped(account, m_width - k_deep, k_deep));
        } else {
            line(head + "  " + account);
        }
    }

    static std::pair<Message, Paint> verdict(Verdict verdict) {
        switch (verdict) {
        case Verdict::fits: return {Message::table_fits, Paint::green};
        case Verdict::tight: return {Message::table_tight, Paint::yellow};
        case Verdict::no: break;
        }
        return {Message::table_no, Paint::red};
    }

    /// The fullest device decides; one device and many even ones read the same, so the sums are shown unless they would
    /// contradict the verdict.
    [[nodiscard]] std::string account_of(const Fit& fit) const {
        const auto& device = *fit.fullest_device;
        const bool sums = (fit.verdict == Verdict::fits) == (*fit.required_high <= fit.usable);
        const Bytes need = sums ? *fit.required_high : device.required_high;
        const Bytes have = sums ? fit.usable : device.usable;
        const bool fits = need <= have;
        const Message message = fits   ? Message::table_spare
                                : sums ? Message::table_missing
                                       : Message::table_missing_on_one;
        return sentence(
            {message, {{"need", size(need)}, {"have", size(have)}, {"rest", size(fits ? have - need : need - have)}}});
    }

    /// One limitation, so that the page stays one screen; the contract has them all.
    void limits() {
        if (m_a.limitations.empty()) { return; }
        const std::uint64_t more = m_a.limitations.size() - 1;
        const std::string text = sentence({more == 0 ? Message::table_not_proved : Message::table_not_proved_more,
                                           {{"what", sentence(m_a.limitations.front())}, {"more", more}}});
        line();
        line(paint(wrapped(text, m_width, k_indent), Paint::dim));
    }

    const Assessment& m_a;
    const Terminal& m_terminal;
    Units m_units;
    std::size_t m_width;
    std::string m_out;
};

}  // namespace

std::string table(const Assessment& assessment, const Terminal& terminal, Units units) {
    return Page(assessment, terminal, units).write();
}

}  // namespace sizer
