#include "report/page.hpp"

#include "contract/lever_words.hpp"
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
constexpr std::size_t k_verdict_width = 6;

/// The changes that fit, then single ones that do not: as many as leave the page one screen. The contract has them all.
std::vector<const Lever*> shown_levers(const Levers& levers) {
    constexpr std::size_t k_most_lines = 6;
    std::vector<const Lever*> shown;
    for (const auto& lever : levers.changes) { shown.push_back(&lever); }
    std::stable_partition(shown.begin(), shown.end(), [](const Lever* each) { return each->verdict == Verdict::fits; });
    shown.resize(std::min(shown.size(), k_most_lines));
    return shown;
}

}  // namespace

std::string short_name(const Machine& machine) {
    return std::to_string(machine.count) + " x " + std::string(machine.device.id);
}

std::pair<Message, Paint> verdict_word(Verdict verdict) {
    switch (verdict) {
    case Verdict::fits: return {Message::table_fits, Paint::green};
    case Verdict::tight: return {Message::table_tight, Paint::yellow};
    case Verdict::no: break;
    }
    return {Message::table_no, Paint::red};
}

Page::Page(const Terminal& terminal, Units units)
    : m_terminal(terminal),
      m_units(units),
      m_width(std::clamp(static_cast<std::size_t>(std::max(terminal.width, 0)), k_least_width, k_most_width)) {}

std::string Page::size(Bytes bytes) const { return short_bytes(bytes, m_units); }

std::string Page::paint(std::string_view text, Paint how) const { return painted(text, how, m_terminal.colour); }

std::string Page::sentence(const Statement& statement) const { return say(statement, {.units = m_units}); }

void Page::line(const std::string& text) { m_out += text + "\n"; }

void Page::paragraph(const std::string& text, std::size_t indent) { line(wrapped(text, m_width, indent)); }

void Page::heading(const std::string& text) {
    line(paint(wrapped(text, m_width, k_indent), Paint::bold));
    line();
}

void Page::term(std::string_view name, const Term& each, const std::optional<Bytes>& total, bool dominant) {
    const std::string label = padded(std::string(name), k_name_width);
    const std::string bytes =
        right_aligned(each.bytes ? size(*each.bytes) : sentence({Message::table_unknown}), k_size_width);
    const std::string basis = each.bytes ? std::string(basis_key(each.basis)) : "";
    const std::string formula = sentence(each.formula);
    const std::size_t fixed = k_indent + k_name_width + 1 + k_size_width + 2 + k_basis_width + 1;
    constexpr std::size_t k_least_bar = 8;
    constexpr std::size_t k_formula = 32;  // "327,680 B/token x 262,144 tokens"
    const bool one_line = m_width >= fixed + k_least_bar + 1 + k_formula;
    const std::size_t bar_width = one_line ? m_width - fixed - k_formula - 1 : m_width - fixed;
    const auto permille = each.bytes && total ? share(*each.bytes, *total).value : 0;
    const std::string blocks = bar(permille, bar_width, m_terminal.unicode);
    const std::string head = std::string(k_indent, ' ') + (dominant ? paint(label, Paint::bold) : label) + " " + bytes +
                             "  " + padded(basis, k_basis_width) + " ";
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

void Page::totals(const std::optional<Bytes>& whole, const std::optional<Bytes>& lower,
                  const std::optional<Bytes>& upper, const Margin& margin) {
    line(std::string(k_indent, ' ') + rule(k_name_width + 1 + k_size_width));
    const std::string label = padded(sentence({Message::table_total}), k_name_width) + " ";
    const std::string total = whole ? size(*whole) : sentence({Message::table_unknown});
    line("  " + paint(label + right_aligned(total, k_size_width), Paint::bold));
    if (!whole) { return; }
    const auto band = [&](const std::string& low, const std::string& high) {
        return low == high ? high : sentence({Message::table_band, {{"low", low}, {"high", high}}});
    };
    const std::string percent = band(decimal(PerMille{margin.low_permille}), decimal(PerMille{margin.high_permille}));
    paragraph("  " + padded(sentence({Message::table_required}), k_name_width) + " " +
                  band(size(*lower), size(*upper)) + "  " + sentence({Message::table_margin, {{"margin", percent}}}),
              k_indent);
}

std::string Page::rule(std::size_t width) const {
    std::string text;
    for (std::size_t i = 0; i < width; ++i) { text += m_terminal.unicode ? "─" : "-"; }
    return text;
}

void Page::machines(const std::vector<Fit>& fits) {
    if (fits.empty()) { return; }
    line();
    std::size_t widest = 0;
    for (const auto& fit : fits) { widest = std::max(widest, columns(short_name(fit.machine))); }
    std::uint32_t rung = 0;
    for (const auto& fit : fits) {
        machine_line(fit, widest, fit.proposed && fit.rung != rung);
        rung = fit.rung;
    }
}

std::string Page::rung_name(std::uint32_t rung) const {
    constexpr std::array k_names = {Message::table_rung_one, Message::table_rung_two, Message::table_rung_three};
    return sentence({k_names.at(rung - 1)});
}

void Page::machine_line(const Fit& fit, std::size_t widest, bool new_rung) {
    if (new_rung) { line(paint(std::string(k_indent, ' ') + rung_name(fit.rung), Paint::dim)); }
    const std::string name = padded(short_name(fit.machine), widest);
    const auto [word, colour] =
        fit.verdict ? verdict_word(*fit.verdict) : std::pair(Message::table_unknown, Paint::dim);
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

/// The fullest device decides; one device and many even ones read the same, so the sums are shown unless they would
/// contradict the verdict.
std::string Page::account_of(const Fit& fit) const {
    const auto& device = *fit.fullest_device;
    const bool sums = (fit.verdict == Verdict::fits) == (*fit.required_high <= fit.usable);
    const Bytes need = sums ? *fit.required_high : device.required_high;
    const Bytes have = sums ? fit.usable : device.usable;
    const bool fits = need <= have;
    const Message message = fits ? Message::table_spare : sums ? Message::table_missing : Message::table_missing_on_one;
    return sentence(
        {message, {{"need", size(need)}, {"have", size(have)}, {"rest", size(fits ? have - need : need - have)}}});
}

void Page::levers(const Levers& levers) {
    line();
    paragraph(paint(sentence({Message::table_levers, {{"machine", short_name(levers.machine)}}}), Paint::dim));
    const auto shown = shown_levers(levers);
    std::size_t widest = 0;
    for (const auto* lever : shown) { widest = std::max(widest, columns(typed_flags(*lever))); }
    for (const auto* lever : shown) { lever_line(*lever, widest); }
}

void Page::lever_line(const Lever& lever, std::size_t widest) {
    const auto [word, colour] = verdict_word(lever.verdict);
    const Statement numbers = lever.saves == Bytes{}
                                  ? Statement{Message::answer_bytes, {{"bytes", lever.total}}}
                                  : Statement{Message::table_saves, {{"total", lever.total}, {"saves", lever.saves}}};
    const std::string said = sentence(numbers);
    const std::string head = std::string(k_indent, ' ') + paint(padded(sentence({word}), k_verdict_width), colour) +
                             padded(typed_flags(lever), widest);
    if (k_indent + k_verdict_width + widest + 2 + columns(said) <= m_width) { return line(head + "  " + said); }
    line(head);
    line(std::string(k_indent + k_verdict_width, ' ') + said);
}

void Page::limits(const std::vector<Statement>& limitations) {
    if (limitations.empty()) { return; }
    const std::uint64_t more = limitations.size() - 1;
    const std::string text = sentence({more == 0 ? Message::table_not_proved : Message::table_not_proved_more,
                                       {{"what", sentence(limitations.front())}, {"more", more}}});
    line();
    line(paint(wrapped(text, m_width, k_indent), Paint::dim));
}

}  // namespace sizer
