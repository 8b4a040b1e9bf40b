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
        std::string text =
            m_a.model.name + ", " + std::string(d.weight_format.id) + ", " + grouped(d.context.count()) + " tokens";
        if (d.batch != 1) { text += " x batch " + grouped(d.batch); }
        text += " x " + grouped(d.sessions) + (d.sessions == 1 ? " session" : " sessions") + ", KV " +
                std::string(d.k_format.id);
        if (d.v_format.id != d.k_format.id) { text += "/" + std::string(d.v_format.id); }
        line(paint(wrapped(text, m_width, k_indent), Paint::bold));
        line();
    }

    void term_line(TermName name) {
        const auto& each = term(m_a.budget, name);
        const std::string label = padded(std::string(term_key(name)), k_name_width);
        const std::string bytes = right_aligned(each.bytes ? size(*each.bytes) : "unknown", k_size_width);
        const std::string basis = each.bytes ? std::string(basis_key(each.basis)) : "";
        const std::string formula = sentence(each.formula);
        const std::size_t fixed = k_indent + k_name_width + 1 + k_size_width + 2 + k_basis_width + 1;
        constexpr std::size_t k_least_bar = 8;
        constexpr std::size_t k_formula = 32;  // "327,680 B/token x 262,144 tokens"
        const bool one_line = m_width >= fixed + k_least_bar + 1 + k_formula;
        const std::size_t bar_width = one_line ? m_width - fixed - k_formula - 1 : m_width - fixed;
        const bool dominant = m_a.budget.dominant == name;
        const auto permille = each.bytes && m_a.budget.total ? share(*each.bytes, *m_a.budget.total).value : 0;
        const std::string blocks = padded(bar(permille, bar_width, m_terminal.unicode), bar_width);
        const std::string head = std::string(k_indent, ' ') + (dominant ? paint(label, Paint::bold) : label) + " " +
                                 bytes + "  " + padded(basis, k_basis_width) + " ";
        const std::string drawn = paint(blocks, dominant ? Paint::yellow : Paint::cyan);
        if (one_line && columns(formula) <= k_formula) {
            line(head + drawn + " " + paint(formula, Paint::dim));
        } else {
            line(head + drawn);
            constexpr std::size_t k_deep = 4;
            line(paint(std::string(k_deep, ' ') + wrapped(formula, m_width - k_deep, k_deep), Paint::dim));
        }
    }

    void totals() {
        const auto& budget = m_a.budget;
        line(std::string(k_indent, ' ') + rule(k_name_width + 1 + k_size_width));
        if (!budget.total) {
            line("  " + padded("total", k_name_width) + " " + right_aligned("unknown", k_size_width));
            return;
        }
        const auto& margin = m_a.deployment.margin;
        line("  " + paint(padded("total", k_name_width) + " " + right_aligned(size(*budget.total), k_size_width),
                          Paint::bold));
        std::string required = size(*budget.required_high);
        std::string band = decimal(PerMille{margin.high_permille});
        if (margin.low_permille != margin.high_permille) {
            required = size(*budget.required_low) + " to " + required;
            band = decimal(PerMille{margin.low_permille}) + " to " + band;
        }
        paragraph("  " + padded("required", k_name_width) + " " + right_aligned(required, k_size_width) +
                      "  with a margin of " + band + " %",
                  k_indent);
    }

    [[nodiscard]] std::string rule(std::size_t width) const {
        std::string text;
        for (std::size_t i = 0; i < width; ++i) { text += m_terminal.unicode ? "─" : "-"; }
        return text;
    }

    void dominance() {
        const auto& budget = m_a.budget;
        if (!budget.dominant) { return; }
        const auto bytes = *term(budget, *budget.dominant).bytes;
        const std::string parts = decimal(share(bytes, *budget.total));
        line();
        std::string text = std::string(term_key(*budget.dominant)) + " dominates: " + parts + " % of the total";
        if (budget.dominant == TermName::kv_cache && budget.weights.bytes->count() != 0) {
            text += ", " + decimal(times(bytes, *budget.weights.bytes)) + " x the weights";
        }
        paragraph(text + ".");
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

    static std::string_view rung_name(std::uint32_t rung) {
        constexpr std::array<std::string_view, 3> k_names = {"a laptop or desktop", "a workstation or small server",
                                                             "a node of up to 8, or several"};
        return k_names.at(rung - 1);
    }

    void machine_line(const Fit& fit, std::size_t widest, bool new_rung) {
        constexpr std::size_t k_verdict_width = 6;
        if (new_rung) { line(paint(std::string(k_indent, ' ') + std::string(rung_name(fit.rung)), Paint::dim)); }
        const std::string name = padded(short_name(fit.machine), widest);
        const auto [word, colour] = fit.verdict ? verdict(*fit.verdict) : std::pair(std::string_view("?"), Paint::dim);
        const std::string head =
            std::string(k_indent, ' ') + paint(padded(std::string(word), k_verdict_width), colour) + name;
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

    static std::pair<std::string_view, Paint> verdict(Verdict verdict) {
        switch (verdict) {
        case Verdict::fits: return {"fits", Paint::green};
        case Verdict::tight: return {"tight", Paint::yellow};
        case Verdict::no: break;
        }
        return {"no", Paint::red};
    }

    /// The fullest device decides; one device and many even ones read the same, so the sums are shown unless they would
    /// contradict the verdict.
    [[nodiscard]] std::string account_of(const Fit& fit) const {
        const auto& device = *fit.fullest_device;
        const bool sums = (fit.verdict == Verdict::fits) == (*fit.required_high <= fit.usable);
        const Bytes need = sums ? *fit.required_high : device.required_high;
        const Bytes have = sums ? fit.usable : device.usable;
        const bool fits = need <= have;
        return size(need) + " of " + size(have) + (sums ? "" : " on one device") + ", " +
               size(fits ? have - need : need - have) + (fits ? " spare" : " missing");
    }

    void limits() {
        constexpr std::size_t k_shown = 1;
        if (m_a.limitations.empty()) { return; }
        line();
        std::string text = "Not proved: ";
        const auto shown = std::min(k_shown, m_a.limitations.size());
        for (std::size_t i = 0; i < shown; ++i) { text += (i == 0 ? "" : " ") + sentence(m_a.limitations[i]); }
        if (m_a.limitations.size() > shown) {
            text += " (" + std::to_string(m_a.limitations.size() - shown) + " more with --output json)";
        }
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
