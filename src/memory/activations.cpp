#include "memory/terms.hpp"

namespace sizer {
namespace {
/// The course's table: activations are hundreds of MB and grow with the sequences in flight.
constexpr Bytes k_each_sequence{125'000'000};
}  // namespace

ActivationsTerm activations_term(const Deployment& deployment) {
    ActivationsTerm term;
    term.sequences = sequences(deployment);
    if (deployment.activations) {
        term.bytes = deployment.activations;
        term.basis = Basis::given;
        term.formula = {Message::formula_given};
        return term;
    }
    term.bytes = k_each_sequence * term.sequences;
    term.formula = {Message::formula_activations_rule, {{"sequences", term.sequences}, {"each", k_each_sequence}}};
    return term;
}

}  // namespace sizer
