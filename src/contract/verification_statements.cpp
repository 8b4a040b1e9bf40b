#include "contract/verification_names.hpp"

#include <string>

namespace sizer {
namespace {

NamedOperand named(std::string_view key, std::string_view name) { return {key, std::string(name)}; }

Statement evidence_of(const VerifiedTerm& term, std::uint32_t tolerance_permille) {
    const auto name = named("term", log_term_key(term.term));
    const NamedOperand observed{"observed", log_term_operand(term.term, term.observed.value)};
    const NamedOperand line{"line", std::to_string(term.observed.line)};
    if (!term.predicted) { return {Message::evidence_verify_seen, {name, observed, line}}; }
    // An error that no number can say: something where nothing was observed.
    const std::string error = term.error_permille ? signed_percent(*term.error_permille) : "100.0";
    return {term.within ? Message::evidence_verify_within : Message::evidence_verify_off,
            {name,
             {"predicted", log_term_operand(term.term, *term.predicted)},
             observed,
             line,
             named("error", error),
             named("tolerance", percent_text(tolerance_permille))}};
}

void say_version(const Verification& v, std::vector<Statement>& said) {
    const auto& row = v.deployment.engine_row;
    const auto engine = named("engine", engine_key(v.log.engine));
    if (row.version.empty()) { return; }
    const auto version = named("version", row.version);
    if (v.log.version.empty()) {
        said.push_back({Message::limit_verify_no_version, {engine, version}});
    } else {
        said.push_back({Message::limit_verify_version, {engine, named("found", v.log.version), version}});
    }
}

}  // namespace

void add_statements(Verification& v) {
    for (const auto& term : v.terms) { v.evidence.push_back(evidence_of(term, v.tolerance_permille)); }
    if (!v.from_log.empty()) {
        v.evidence.push_back({Message::evidence_verify_settings, {named("names", joined(v.from_log))}});
    }
    auto& said = v.limitations;
    said.push_back({Message::limit_verify_log, {named("engine", engine_key(v.log.engine))}});
    say_version(v, said);
    if (!v.memory_known) { said.push_back({Message::limit_verify_no_memory}); }
    const auto unpredicted = term_names(v, [](const VerifiedTerm& term) { return !term.predicted; });
    if (!unpredicted.empty()) { said.push_back({Message::limit_verify_unpredicted, {named("terms", unpredicted)}}); }
    if (v.log.projected) {
        said.push_back({Message::limit_verify_projected, {named("engine", engine_key(v.log.engine))}});
    }
    if (v.log.mapped && v.log.devices != 0) { said.push_back({Message::limit_verify_mapped}); }
    said.push_back({Message::limit_verify_rounding});
}

}  // namespace sizer
