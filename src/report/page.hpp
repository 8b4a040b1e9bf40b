#pragma once

#include <sizer/assessment.hpp>
#include <sizer/budget.hpp>
#include <sizer/lever.hpp>
#include <sizer/plan.hpp>
#include <sizer/run.hpp>
#include <sizer/statement.hpp>

#include "report/number.hpp"
#include "report/paint.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sizer {

/// A page for a person while it is written: width and manner in one place, and the parts that every account has.
class Page {
public:
    Page(const Terminal& terminal, Units units);

    /// what the page is about, in bold.
    void heading(const std::string& text);

    /// one term: its bytes, basis, share of `total` as a bar, and its arithmetic.
    void term(std::string_view name, const Term& each, const std::optional<Bytes>& total, bool dominant);

    /// the sum and what it requires with the margin.
    void totals(const std::optional<Bytes>& whole, const std::optional<Bytes>& lower, const std::optional<Bytes>& upper,
                const Margin& margin);

    /// the verdicts, grouped by rung where they are proposals.
    void machines(const std::vector<Fit>& fits);

    /// the changes that would help, those that fit first.
    void levers(const Levers& levers);

    /// One limitation, so that the page stays one screen; the contract has them all.
    void limits(const std::vector<Statement>& limitations);

    void line(const std::string& text = {});
    void paragraph(const std::string& text, std::size_t indent = 0);
    [[nodiscard]] std::string sentence(const Statement& statement) const;
    [[nodiscard]] std::string take() { return std::move(m_out); }

private:
    [[nodiscard]] std::string size(Bytes bytes) const;
    [[nodiscard]] std::string paint(std::string_view text, Paint how) const;
    [[nodiscard]] std::string rule(std::size_t width) const;
    [[nodiscard]] std::string rung_name(std::uint32_t rung) const;
    [[nodiscard]] std::string account_of(const Fit& fit) const;
    void lever_line(const Lever& lever, std::size_t widest);
    void machine_line(const Fit& fit, std::size_t widest, bool new_rung);

    const Terminal& m_terminal;
    Units m_units;
    std::size_t m_width;
    std::string m_out;
};

/// the row's id: what the user would type, and short enough for a line.
[[nodiscard]] std::string short_name(const Machine& machine);

/// a verdict's word, and its colour.
[[nodiscard]] std::pair<Message, Paint> verdict_word(Verdict verdict);

/// the request in one line: model, format, context, sessions, cache format.
[[nodiscard]] std::string request_heading(const Assessment& assessment, const Page& page);

}  // namespace sizer
