#include "cli/train_request.hpp"

#include "cli/problems.hpp"
#include "contract/training_names.hpp"
#include "spec/size_text.hpp"

#include <algorithm>

namespace sizer {
namespace {

constexpr std::uint64_t k_most_devices = 65'536;
constexpr std::uint64_t k_most_stage = 3;

/// the position of `text` among `choices`; throws InputError listing them.
std::size_t chosen(const std::string& text, std::span<const std::string_view> choices, const Place& where) {
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found != choices.end()) { return static_cast<std::size_t>(found - choices.begin()); }
    throw InputError(Problem{
        {Message::unknown_choice, {{"name", text}}}, where, {Message::mend_choices, {{"names", joined(choices)}}}});
}

Targets attention_targets() {
    Targets targets = {};
    for (const auto module : {TargetModule::q, TargetModule::k, TargetModule::v, TargetModule::o}) {
        targets.at(static_cast<std::size_t>(module)) = true;
    }
    return targets;
}

Targets every_linear_layer() {
    Targets targets = {};
    targets.fill(true);
    targets.at(static_cast<std::size_t>(TargetModule::head)) = false;
    return targets;
}

/// "attention", "all-linear", or modules with commas between; "q_proj" is q.
Targets targets_of(const std::string& text, const Place& where) {
    if (text == "attention") { return attention_targets(); }
    if (text == "all-linear") { return every_linear_layer(); }
    Targets targets = {};
    for (std::size_t from = 0; from <= text.size();) {
        const auto comma = std::min(text.find(',', from), text.size());
        std::string name = text.substr(from, comma - from);
        constexpr std::string_view k_suffix = "_proj";
        if (name.ends_with(k_suffix)) { name.resize(name.size() - k_suffix.size()); }
        targets.at(chosen(name, target_names(), where)) = true;
        from = comma + 1;
    }
    return targets;
}

/// Reads one flag after the other into a plan.
class Reader {
public:
    explicit Reader(const Options& options) : m_options(options) {}

    TrainingPlan read() {
        sizes();
        choices();
        base();
        devices();
        refuse_inference();
        m_problems.report();
        return m_plan;
    }

private:
    template <class Set>
    void given(std::string_view flag, Set&& set) {
        const auto found = m_options.train.find(flag);
        if (found == m_options.train.end() || !found->second) { return; }
        m_problems.attempt([&] { set(*found->second, Place{std::string(flag)}); });
    }

    void count(std::string_view flag, std::uint64_t most, std::uint64_t& field) {
        given(flag, [&](const auto& text, const auto& at) { field = parse_count(text, at, most); });
    }

    template <class Choice>
    void choice(std::string_view flag, std::span<const std::string_view> names, Choice& field) {
        given(flag, [&](const auto& text, const auto& at) { field = static_cast<Choice>(chosen(text, names, at)); });
    }

    void on_off(std::string_view flag, bool& field) {
        given(flag, [&](const auto& text, const auto& at) { field = chosen(text, on_off_names(), at) == 0; });
    }

    void sizes() {
        given("--seq", [&](const auto& text, const auto& at) { m_plan.sequence = parse_tokens(text, at); });
        if (m_options.batch) {
            m_problems.attempt([&] { m_plan.batch = parse_count(*m_options.batch, {"--batch"}, k_most_sequences); });
        }
        count("--accumulate", k_most_sequences, m_plan.accumulate);
        count("--rank", k_most_width, m_plan.rank);
        given("--targets", [&](const auto& text, const auto& at) { m_plan.targets = targets_of(text, at); });
        given("--tokens", [&](const auto& text, const auto& at) { m_plan.corpus = Tokens(parse_count(text, at)); });
    }

    void choices() {
        choice("--method", method_names(), m_plan.method);
        choice("--optimizer", optimizer_names(), m_plan.optimizer);
        choice("--precision", precision_names(), m_plan.precision);
        choice("--checkpointing", checkpointing_names(), m_plan.checkpointing);
        choice("--trainer", trainer_names(), m_plan.trainer);
        choice("--offload", offload_names(), m_plan.offload);
        on_off("--flash-attention", m_plan.flash_attention);
        on_off("--dora", m_plan.dora);
        given("--loss", [&](const auto& text, const auto& at) {
            m_plan.loss = static_cast<LossKind>(chosen(text, loss_names(), at));
        });
    }

    /// Only a frozen base can be quantised; QLoRA is one that is.
    void base() {
        if (m_plan.method == TuningMethod::qlora) { m_plan.base = BaseFormat::nf4; }
        choice("--quant", quant_names(), m_plan.base);
        m_problems.attempt([&] {
            if (m_plan.method == TuningMethod::full && m_plan.base != BaseFormat::plain) {
                throw InputError(Problem{
                    {Message::contradictory,
                     {{"first", std::string("--method full")},
                      {"second", "--quant " + std::string(quant_names()[static_cast<std::size_t>(m_plan.base)])}}},
                    {"--quant"},
                    {Message::mend_train_base}});
            }
        });
    }

    void devices() {
        given("--gpus", [&](const auto& text, const auto& at) {
            m_plan.gpus = static_cast<std::uint32_t>(parse_count(text, at, k_most_devices));
        });
        given("--zero", [&](const auto& text, const auto& at) {
            m_plan.zero = text == "0" ? 0U : static_cast<std::uint32_t>(parse_count(text, at, k_most_stage));
        });
    }

    /// Options that only mean something when a model is served.
    void refuse_inference() {
        const auto refuse = [&](bool is_given, const char* flag) {
            m_problems.attempt([&] {
                if (!is_given) { return; }
                throw InputError(Problem{{Message::option_of_inference, {{"name", std::string(flag)}}},
                                         {flag},
                                         {Message::mend_train_options}});
            });
        };
        const Options& o = m_options;
        refuse(o.context.has_value(), "--ctx");
        refuse(o.sessions.has_value(), "--sessions");
        refuse(o.kv_format.has_value(), "--kv-format");
        refuse(o.format.has_value(), "--format");
        refuse(o.engine.has_value(), "--engine");
        refuse(o.tensor_parallel.has_value(), "--tp");
        refuse(o.pipeline_parallel.has_value(), "--pp");
        refuse(o.deployment.has_value(), "--deployment");
    }

    const Options& m_options;
    Problems m_problems;
    TrainingPlan m_plan;
};

}  // namespace

TrainingPlan training_plan(const Options& options) { return Reader(options).read(); }

}  // namespace sizer
