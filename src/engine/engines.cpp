#include "engine/every_engine.hpp"
#include "memory/terms.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace sizer {
namespace {

/// Built at the first use: the engines' own constants are initialised in an order that nobody knows.
const auto& all_engines() {
    static const std::array all = {k_rule_engine, k_llama_cpp_engine, k_vllm_engine, k_sglang_engine};
    return all;
}

}  // namespace

std::span<const Engine> engines() { return all_engines(); }

const Engine& engine_of(const Deployment& deployment) {
    const auto& row = deployment.engine_row;
    const std::string_view name = row.base.empty() ? std::string_view(deployment.engine) : row.base;
    const auto& all = all_engines();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Engine& engine) { return engine.name == name; });
    if (found == all.end()) {
        // A row of a data directory can give an engine's numbers, not its arithmetic.
        throw InputError(Problem{
            {Message::unknown_engine, {{"name", std::string(name)}}}, {"--engine"}, {Message::mend_list_engines}});
    }
    return *found;
}

std::optional<EngineAccount> engine_account(const Model& model, const Deployment& deployment, const Budget& budget,
                                            const EnginePlace& place) {
    const Engine& engine = engine_of(deployment);
    if (engine.on_machine == nullptr || !budget.total) { return std::nullopt; }
    return engine.on_machine(model, deployment, budget, place);
}

Budget memory_budget(const Model& model, const Deployment& deployment) {
    Budget budget = engine_of(deployment).terms(model, deployment);
    close(budget, deployment.margin);
    return budget;
}

}  // namespace sizer
