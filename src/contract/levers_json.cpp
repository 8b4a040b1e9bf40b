#include "contract/levers_json.hpp"

#include "contract/lever_words.hpp"
#include "contract/shared_json.hpp"

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

std::string change_text(const Lever& lever, const Speaker& say) {
    const std::string first = say(change_of(lever.steps.front()));
    if (lever.steps.size() == 1) { return first; }
    return say({Message::change_pair, {{"first", first}, {"second", say(change_of(lever.steps.back()))}}});
}

Json cost_json(const Lever& lever, const Speaker& say) {
    Json costs = Json::array();
    for (const auto& step : lever.steps) {
        if (const auto cost = cost_of(step)) { costs.push_back(say(*cost)); }
    }
    return costs;
}

}  // namespace

Json levers_json(const Levers& levers, const Speaker& say) {
    Json all = Json::array();
    for (const auto& lever : levers.changes) {
        Json json;
        json["change"] = change_text(lever, say);
        json["flag"] = typed_flags(lever);
        json["total_bytes"] = lever.total.count();
        json["saves_bytes"] = lever.saves.count();
        json["verdict"] = verdict_key(lever.verdict);
        json["hardware"] = lever.machine.device.id;
        json["count"] = lever.machine.count;
        const Json costs = cost_json(lever, say);
        if (!costs.empty()) { json["costs"] = costs; }
        all.push_back(std::move(json));
    }
    return all;
}

}  // namespace sizer
