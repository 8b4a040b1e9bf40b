#include "memory/shape_weights.hpp"
#include "memory/terms.hpp"

#include <sizer/error.hpp>

#include <string>

namespace sizer {
namespace {

/// What is in memory and what the file holds besides, of tensors already summed.
struct Loaded {
    Bytes bytes;
    Bytes not_loaded;
    std::uint64_t tensors = 0;
};

Loaded loaded(const std::vector<TensorSum>& sums) {
    Loaded total;
    for (const auto& sum : sums) {
        if (sum.cls == TensorClass::mtp) {
            total.not_loaded += sum.bytes;
        } else {
            total.bytes += sum.bytes;
            total.tensors = checked_add(total.tensors, sum.tensors);
        }
    }
    return total;
}

/// The rule is written with two decimals: what differs by less than half of the last one does not contradict it.
bool contradicts(Bytes bytes, Bytes rule, Params parameters) {
    constexpr Ratio k_rounding{5, 1000};
    const Bytes difference = bytes > rule ? bytes - rule : rule - bytes;
    return difference.count() > scaled_up(parameters.count(), k_rounding);
}

class Chooser {
public:
    Chooser(const Model& model, const Deployment& deployment, Container container)
        : m_model(model), m_deployment(deployment), m_container(container) {}

    WeightsTerm choose() {
        switch (m_deployment.basis) {
        case BasisChoice::rule: return rule() ? m_term : refuse("rule");
        case BasisChoice::shape: return shape() ? m_term : refuse("shape");
        case BasisChoice::file: return file() ? m_term : refuse("file");
        case BasisChoice::automatic:
        case BasisChoice::engine: break;
        }
        if (file() || published()) { return m_term; }
        if (format().packing == Packing::hand_picked) {
            return WeightsTerm{{.formula = {Message::formula_weights_unknown, {{"format", std::string(format().id)}}}}};
        }
        const NamedOperand reason{"reason", m_model.unknown_architecture};
        return shape() || rule() ? m_term : WeightsTerm{{.formula = {Message::formula_unknown, {reason}}}};
    }

private:
    [[nodiscard]] const FormatRow& format() const { return m_deployment.weight_format; }

    bool file() {
        if (!m_model.file || !m_deployment.file_format) { return false; }
        m_term.basis = Basis::file;
        fill(m_model.file->sums, Message::formula_weights_file);
        return true;
    }

    /// A mixture that somebody picked by hand is known only as far as its files are.
    bool published() {
        if (format().packing != Packing::hand_picked) { return false; }
        for (const auto& published : m_model.published_files) {
            if (published.format != format().id) { continue; }
            m_term.basis = Basis::file;
            m_term.bytes = published.bytes;
            m_term.formula = {Message::formula_weights_published, {{"format", std::string(format().id)}}};
            return true;
        }
        return false;
    }

    bool shape() {
        if (m_model.archetype || !m_model.unknown_architecture.empty()) { return false; }
        const ShapeWeights shapes = shape_weights(m_model.architecture, format(), m_container);
        if (!shapes.derivable) { return false; }
        m_term.basis = Basis::shape;
        fill(shapes.sums, Message::formula_weights_shape);
        m_term.not_loaded += shapes.not_loaded;
        return true;
    }

    bool rule() {
        if (m_model.parameters.count() == 0 || rule_width(format()).numerator == 0) { return false; }
        m_term.basis = Basis::rule;
        m_term.bytes = rule_weights(m_model.parameters, format());
        m_term.formula = {Message::formula_weights_rule,
                          {{"parameters", m_model.parameters}, {"width", rule_width(format())}}};
        return true;
    }

    void fill(const std::vector<TensorSum>& sums, Message formula) {
        const Loaded total = loaded(sums);
        m_term.bytes = total.bytes;
        m_term.not_loaded = total.not_loaded;
        m_term.sums = sums;
        m_term.formula = {formula, {{"tensors", total.tensors}, {"format", std::string(format().id)}}};
        if (!format().rule || m_model.parameters.count() == 0) { return; }
        const Bytes rule = rule_weights(m_model.parameters, format());
        if (contradicts(total.bytes, rule, m_model.parameters)) { m_term.rule = rule; }
    }

    [[noreturn]] WeightsTerm refuse(const char* basis) const {
        std::string others;
        Chooser other(m_model, m_deployment, m_container);
        for (const auto& [name, possible] :
             {std::pair("rule", other.rule()), std::pair("shape", other.shape()), std::pair("file", other.file())}) {
            if (possible) { others += (others.empty() ? "" : ", ") + std::string(name); }
        }
        throw InputError(
            Problem{{Message::impossible_basis, {{"basis", std::string(basis)}, {"model", m_model.name}}},
                    {"--basis"},
                    {Message::mend_other_basis, {{"names", others.empty() ? std::string("auto") : others}}}});
    }

    const Model& m_model;
    const Deployment& m_deployment;
    Container m_container;
    WeightsTerm m_term;
};

}  // namespace

Bytes rule_weights(Params parameters, const FormatRow& format) {
    return Bytes(scaled_up(parameters.count(), rule_width(format)));
}

WeightsTerm weights_term(const Model& model, const Deployment& deployment, Container container) {
    return Chooser(model, deployment, container).choose();
}

}  // namespace sizer
