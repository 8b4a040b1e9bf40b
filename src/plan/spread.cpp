#include <sizer/spread.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace sizer {
namespace {

Bytes bytes_of(const SpreadRow& row, TermName name) { return term(*row.budget, name).bytes.value_or(Bytes{}); }

bool same_account(const SpreadRow& a, const SpreadRow& b) {
    if (!a.budget || !b.budget) { return a.budget.has_value() == b.budget.has_value(); }
    return std::all_of(k_terms.begin(), k_terms.end(),
                       [&](TermName name) { return bytes_of(a, name) == bytes_of(b, name); });
}

/// Rows that stand on another's code say nothing of their own while they agree with it.
Spread grouped(std::vector<SpreadRow> rows, const std::vector<std::string>& bases) {
    Spread kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto base =
            std::find_if(kept.begin(), kept.end(), [&](const SpreadRow& other) { return other.engine == bases.at(i); });
        if (base != kept.end() && same_account(*base, rows[i])) {
            base->alike.push_back(rows[i].engine);
        } else {
            kept.push_back(std::move(rows[i]));
        }
    }
    return kept;
}

std::optional<Statement> difference(const SpreadRow& row, const SpreadRow& lowest) {
    Bytes most;
    std::optional<Statement> said;
    for (const auto name : k_terms) {
        const Bytes mine = bytes_of(row, name);
        const Bytes least = bytes_of(lowest, name);
        if (mine <= least || mine - least <= most) { continue; }
        most = mine - least;
        said = Statement{Message::because_engine_differs,
                         {{"term", std::string(term_key(name))}, {"more", most}, {"engine", lowest.engine}}};
    }
    return said;
}

}  // namespace

Spread spread_of(std::vector<SpreadRow> rows, const std::vector<std::string>& bases) {
    Spread spread = grouped(std::move(rows), bases);
    const auto order = [](const SpreadRow& row) {
        const bool known = row.budget && row.budget->total;
        return std::tuple(!known, known ? *row.budget->total : Bytes{}, row.engine);
    };
    std::sort(spread.begin(), spread.end(),
              [&](const SpreadRow& a, const SpreadRow& b) { return order(a) < order(b); });
    for (auto& row : spread) {
        if (row.budget && spread.front().budget) { row.because = difference(row, spread.front()); }
    }
    return spread;
}

}  // namespace sizer
