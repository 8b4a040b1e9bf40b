#include "cli/commands.hpp"

#include "cli/request.hpp"
#include "cli/version.hpp"
#include "contract/contract_json.hpp"
#include "report/say.hpp"
#include "report/spread_table.hpp"

#include <sizer/assessment.hpp>
#include <sizer/error.hpp>
#include <sizer/spread.hpp>

#include <istream>
#include <iterator>
#include <ostream>
#include <sstream>

namespace sizer {
namespace {

/// Standard input is read once, and given to each engine's request again.
class Repeated {
public:
    Repeated(const Options& options, std::istream& in) {
        if (options.model == "-" || options.deployment == "-") {
            m_text.assign(std::istreambuf_iterator<char>(in), {});
        }
    }
    [[nodiscard]] std::istringstream again() const { return std::istringstream(m_text); }

private:
    std::string m_text;
};

SpreadRow row_of(const EngineRow& engine, Options options, const Catalogue& catalogue, const Manner& manner,
                 const Repeated& input) {
    SpreadRow row{.engine = std::string(engine.id), .version = std::string(engine.version)};
    options.engine = row.engine;
    try {
        auto in = input.again();
        const Request request = resolve(options, catalogue, in, manner.terminal.environment);
        row.budget = memory_budget(request.model, request.deployment);
        for (const auto& machine : request.deployment.machines) {
            row.fits.push_back(fit(request.model, request.deployment, *row.budget, machine));
        }
    } catch (const InputError& error) {
        row.budget.reset();
        row.fits.clear();
        row.refused = error.problems();
    }
    return row;
}

bool one_fits(const Spread& spread) {
    for (const auto& row : spread) {
        for (const auto& each : row.fits) {
            if (each.verdict == Verdict::fits) { return true; }
        }
    }
    return false;
}

}  // namespace

int spread_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                   std::ostream& out) {
    const Repeated input(options, in);
    Options plain = options;
    plain.engine = "rule";
    auto first = input.again();
    const Request request = resolve(plain, catalogue, first, manner.terminal.environment);
    Assessment result = assess(request.model, request.deployment, catalogue);
    std::vector<SpreadRow> rows;
    std::vector<std::string> bases;
    for (const auto& engine : catalogue.engines()) {
        rows.push_back(row_of(engine, options, catalogue, manner, input));
        bases.emplace_back(engine.base);
    }
    result.spread = spread_of(std::move(rows), bases);
    if (manner.json) {
        const auto exact = [](const Statement& statement) { return say(statement, {.exact = true}); };
        out << contract_json(result, exact, version());
    } else {
        out << spread_table(result, manner.terminal, manner.units);
    }
    if (!result.budget.total) { return k_cannot_say; }
    return options.require_fit && !one_fits(result.spread) ? k_answer_no : k_done;
}

}  // namespace sizer
