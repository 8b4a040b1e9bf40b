#include "memory/terms.hpp"

namespace sizer {

Bytes rule_weights(Params parameters, const FormatRow& format) {
    return Bytes(scaled_up(parameters.count(), rule_width(format)));
}

WeightsTerm weights_term(const Model& model, const Deployment& deployment) {
    WeightsTerm term;
    const FormatRow& format = deployment.weight_format;
    term.bytes = rule_weights(model.parameters, format);
    term.formula = {Message::formula_weights_rule, {{"parameters", model.parameters}, {"width", rule_width(format)}}};
    return term;
}

}  // namespace sizer
