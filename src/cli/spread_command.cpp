#include "cli/commands.hpp"

#include "cli/request.hpp"
#include "cli/version.hpp"
#include "contract/contract_json.hpp"
#include "report/say.hpp"
#include "report/spread_table.hpp"

#include <sizer/assessment.hpp>
#include <sizer/error.hpp>
#include <sizer/spread.hpp>

#include <ostream>

namespace sizer {
namespace {

/// The request, which is resolved once, as one engine with its own defaults would serve it.
SpreadRow row_of(const EngineRow& engine, const Request& request) {
    SpreadRow row{.engine = std::string(engine.id), .version = std::string(engine.version)};
    Deployment deployment = request.deployment;
    deployment.engine = row.engine;
    deployment.engine_row = engine;
    deployment.engine_options.clear();
    try {
        row.budget = memory_budget(request.model, deployment);
        for (const auto& machine : deployment.machines) {
            row.fits.push_back(fit(request.model, deployment, *row.budget, machine));
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
    Options plain = options;
    plain.engine = "rule";
    const Request request = resolve(plain, catalogue, in, manner.terminal.environment);
    Assessment result = assess(request.model, request.deployment, catalogue);
    std::vector<SpreadRow> rows;
    std::vector<std::string> bases;
    for (const auto& engine : catalogue.engines()) {
        rows.push_back(row_of(engine, request));
        bases.emplace_back(engine.base);
    }
    result.spread = spread_of(std::move(rows), bases);
    if (manner.json) {
        out << contract_json(result, say_exactly, version());
    } else {
        out << spread_table(result, manner.terminal, manner.units);
    }
    if (!result.budget.total) { return k_cannot_say; }
    return options.require_fit && !one_fits(result.spread) ? k_answer_no : k_done;
}

}  // namespace sizer
