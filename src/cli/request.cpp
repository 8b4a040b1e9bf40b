#include "cli/request.hpp"

#include "cli/model_request.hpp"
#include "cli/problems.hpp"
#include "cli/rows.hpp"
#include "cli/weight_format.hpp"
#include "spec/deployment_spec_json.hpp"
#include "spec/engine_text.hpp"
#include "spec/size_text.hpp"

#include <algorithm>
#include <array>

namespace sizer {
namespace {

constexpr std::array<std::string_view, 5> k_bases = {"auto", "rule", "shape", "file", "engine"};

const FormatRow& cache_format(const std::string& name, const Catalogue& catalogue, const Place& where) {
    const FormatRow& row = format_row(name, catalogue, where);
    if (row.cache_width.bytes == 0) {
        throw InputError(Problem{
            {Message::format_not_for_cache, {{"name", std::string(row.id)}}}, where, {Message::mend_use_cache_format}});
    }
    return row;
}

/// "q8_0" for both, or "q8_0/f16" for K and V.
void set_cache_formats(const std::string& text, const Catalogue& catalogue, const Place& where,
                       Deployment& deployment) {
    const auto slash = text.find('/');
    deployment.k_format = cache_format(text.substr(0, slash), catalogue, where);
    deployment.v_format =
        slash == std::string::npos ? deployment.k_format : cache_format(text.substr(slash + 1), catalogue, where);
}

BasisChoice basis_of(const std::string& text, const Place& where) {
    const auto found = std::find(k_bases.begin(), k_bases.end(), text);
    if (found == k_bases.end()) {
        throw InputError(Problem{{Message::unknown_choice, {{"name", text}}},
                                 where,
                                 {Message::mend_choices, {{"names", std::string("auto, rule, shape, file, engine")}}}});
    }
    return static_cast<BasisChoice>(found - k_bases.begin());
}

void set_engine(const EngineText& engine, const Catalogue& catalogue, const Place& name_at, const Place& options_at,
                Deployment& deployment) {
    deployment.engine_row = engine_row(engine.name, catalogue, name_at);
    deployment.engine = deployment.engine_row.id;
    deployment.engine_options = checked_options(deployment.engine_row, engine.options, options_at);
}

constexpr std::uint64_t k_most_degree = 65'536;

std::uint32_t degree(const std::string& text, const Place& where) {
    return static_cast<std::uint32_t>(parse_count(text, where, k_most_degree));
}

std::uint64_t seed_of(const std::string& text, const Place& where) {
    return text == "0" ? 0 : parse_count(text, where, INT64_MAX);
}

void apply_file(const DeploymentSpec& spec, const std::string& file, const Catalogue& catalogue, Problems& problems,
                Deployment& d) {
    const auto at = [&](const char* pointer) { return Place{file, pointer}; };
    if (spec.context) { d.context = Tokens(*spec.context); }
    if (spec.batch) { d.batch = *spec.batch; }
    if (spec.sessions) { d.sessions = *spec.sessions; }
    if (spec.seed) { d.seed = *spec.seed; }
    if (spec.activations) { d.activations = Bytes(*spec.activations); }
    if (spec.overhead) { d.overhead = Bytes(*spec.overhead); }
    if (spec.margin) { d.margin = *spec.margin; }
    if (spec.tp) { d.tensor_parallel = static_cast<std::uint32_t>(*spec.tp); }
    if (spec.pp) { d.pipeline_parallel = static_cast<std::uint32_t>(*spec.pp); }
    problems.attempt([&] {
        if (spec.kv_format) { set_cache_formats(*spec.kv_format, catalogue, at("/kv_format"), d); }
    });
    problems.attempt([&] {
        if (spec.basis) { d.basis = basis_of(*spec.basis, at("/basis")); }
    });
    problems.attempt([&] {
        if (!spec.engine && spec.engine_options.empty()) { return; }
        EngineText engine = parse_engine(spec.engine.value_or("rule"), at("/engine"));
        engine.options.insert(engine.options.end(), spec.engine_options.begin(), spec.engine_options.end());
        set_engine(engine, catalogue, at("/engine"), at("/engine_options"), d);
    });
    for (const auto& machine : spec.hardware) {
        problems.attempt([&] { d.machines.push_back(resolve_machine(machine, catalogue, at("/hardware"))); });
    }
}

void apply_flags(const Options& o, const Catalogue& catalogue, Problems& problems, Deployment& d) {
    const auto given = [&](const std::optional<std::string>& text, const char* flag, auto&& set) {
        if (text) {
            problems.attempt([&] { set(*text, Place{flag}); });
        }
    };
    given(o.context, "--ctx", [&](const auto& text, const auto& at) { d.context = parse_tokens(text, at); });
    given(o.batch, "--batch",
          [&](const auto& text, const auto& at) { d.batch = parse_count(text, at, k_most_sequences); });
    given(o.sessions, "--sessions",
          [&](const auto& text, const auto& at) { d.sessions = parse_count(text, at, k_most_sequences); });
    given(o.kv_format, "--kv-format",
          [&](const auto& text, const auto& at) { set_cache_formats(text, catalogue, at, d); });
    given(o.engine, "--engine",
          [&](const auto& text, const auto& at) { set_engine(parse_engine(text, at), catalogue, at, at, d); });
    given(o.margin, "--margin", [&](const auto& text, const auto& at) { d.margin = parse_margin(text, at); });
    given(o.basis, "--basis", [&](const auto& text, const auto& at) { d.basis = basis_of(text, at); });
    given(o.activations, "--activations",
          [&](const auto& text, const auto& at) { d.activations = parse_size(text, at); });
    given(o.overhead, "--overhead", [&](const auto& text, const auto& at) { d.overhead = parse_size(text, at); });
    given(o.seed, "--seed", [&](const auto& text, const auto& at) { d.seed = seed_of(text, at); });
    given(o.tensor_parallel, "--tp", [&](const auto& text, const auto& at) { d.tensor_parallel = degree(text, at); });
    given(o.pipeline_parallel, "--pp",
          [&](const auto& text, const auto& at) { d.pipeline_parallel = degree(text, at); });
    // Machines on the command line replace those of the file: a flag wins, it does not add.
    if (!o.hardware.empty()) { d.machines.clear(); }
    for (const auto& machine : o.hardware) {
        problems.attempt([&] { d.machines.push_back(resolve_machine(machine, catalogue, {"--hardware"})); });
    }
}

}  // namespace

Machine resolve_machine(const std::string& text, const Catalogue& catalogue, const Place& where) {
    Machine machine;
    std::string name = text;
    // "2xh100": digits and an x before a name that is not empty. "4090x" and "x2" are names.
    const auto x = text.find_first_not_of("0123456789");
    if (x != std::string::npos && x > 0 && x + 1 < text.size() && (text[x] == 'x' || text[x] == 'X')) {
        constexpr std::uint64_t k_most_devices = 65'536;
        machine.count = static_cast<std::uint32_t>(parse_count(text.substr(0, x), where, k_most_devices));
        name = text.substr(x + 1);
    }
    if (name.empty()) {
        throw InputError(Problem{{Message::bad_machine, {{"text", text}}}, where, {Message::mend_write_machine}});
    }
    const auto colon = name.rfind(':');
    const bool sized =
        colon != std::string::npos && (colon + 1 == name.size() || catalogue.find_hardware(name) == nullptr);
    machine.device = hardware_row(sized ? name.substr(0, colon) : name, catalogue, where);
    machine.asked = sized ? name.substr(0, colon) : name;
    if (sized) {
        machine.device.usable_bytes = parse_size(name.substr(colon + 1), where);
        machine.device.usable_basis = UsableBasis::given;
    }
    if (machine.device.usable_bytes.count() == 0) {
        const std::string id(machine.device.id);
        throw InputError(
            Problem{{Message::memory_unknown, {{"name", id}}}, where, {Message::mend_give_memory, {{"name", id}}}});
    }
    return machine;
}

Request resolve(const Options& options, const Catalogue& catalogue, std::istream& in,
                const std::map<std::string, std::string>& environment) {
    Problems problems;
    Request request;
    Deployment& deployment = request.deployment;
    deployment.k_format = format_row("f16", catalogue, {"--kv-format"});
    deployment.v_format = deployment.k_format;
    problems.attempt([&] {
        if (!options.deployment) { return; }
        const auto spec = read_deployment_spec(*options.deployment, in);
        apply_file(spec, *options.deployment, catalogue, problems, deployment);
    });
    apply_flags(options, catalogue, problems, deployment);
    problems.attempt([&] { request.model = resolve_model(options, catalogue, in, environment); });
    problems.attempt([&] { set_weight_format(options, request.model, catalogue, deployment); });
    problems.report();
    deployment.require_fit = options.require_fit;
    return request;
}

}  // namespace sizer
