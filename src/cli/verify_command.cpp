#include "cli/commands.hpp"

#include "cli/log_settings.hpp"
#include "cli/request.hpp"
#include "cli/version.hpp"
#include "contract/verification_json.hpp"
#include "model/readers/printable.hpp"
#include "report/say.hpp"
#include "report/verification_table.hpp"
#include "spec/size_text.hpp"
#include "spec/text_file.hpp"

#include <sizer/error.hpp>
#include <sizer/verification.hpp>

#include <array>
#include <ostream>
#include <utility>

namespace sizer {
namespace {

constexpr std::string_view k_standard_input = "-";

std::uint32_t tolerance_of(const Options& options) {
    constexpr std::uint32_t k_whole = 1000;
    if (!options.tolerance) { return k_standard_tolerance_permille; }
    const Problem wrong{
        {Message::not_a_tolerance, {{"text", *options.tolerance}}}, {"--tolerance"}, {Message::mend_write_tolerance}};
    if (*options.tolerance == "0") { return 0; }
    try {
        const Margin both = parse_margin(*options.tolerance, {"--tolerance"});
        if (both.low_permille == both.high_permille && both.high_permille <= k_whole) { return both.high_permille; }
    } catch (const InputError&) {
        throw InputError(wrong);  // it would speak of margins
    }
    throw InputError(wrong);
}

/// What would be ignored, or read twice, is a mistake.
void refuse_impossible(const Options& options) {
    if (options.arguments.empty()) {
        throw InputError(Problem{{Message::missing_log}, {"verify"}, {Message::mend_give_log}});
    }
    if (options.require_fit) {
        const std::string flag = "--require-fit";
        throw InputError(Problem{{Message::option_not_of_verify, {{"name", flag}}}, {flag}, {Message::mend_leave_out}});
    }
    const bool log_is_input = options.arguments.front() == k_standard_input;
    for (const auto& [other, flag] :
         {std::pair(&options.model, "--model"), std::pair(&options.deployment, "--deployment")}) {
        if (log_is_input && *other && **other == k_standard_input) {
            throw InputError(
                Problem{{Message::input_used_twice, {{"first", std::string("the log")}, {"second", std::string(flag)}}},
                        {flag},
                        {Message::mend_one_input}});
        }
    }
}

std::string read_log(const std::string& name, std::istream& in) {
    std::string text = read_text(name, in, k_most_log_bytes);
    if (text.empty()) { throw InputError(Problem{{Message::empty_file}, {name}, {Message::mend_whole_log}}); }
    if (text.size() > k_most_log_bytes) {
        throw InputError(
            Problem{{Message::log_too_large, {{"size", Bytes(text.size())}, {"most", Bytes(k_most_log_bytes)}}},
                    {name},
                    {Message::mend_cut_log}});
    }
    return text;
}

}  // namespace

int verify_command(const Options& options, const Catalogue& catalogue, const Manner& manner, std::istream& in,
                   std::ostream& out) {
    refuse_impossible(options);
    const std::uint32_t tolerance = tolerance_of(options);
    const std::string& name = options.arguments.front();
    const EngineLog log = read_engine_log(read_log(name, in), name);
    const LogOptions filled = with_log_settings(options, log, name, catalogue);
    const Request request = resolve(filled.options, catalogue, in, manner.terminal.environment);
    Verification verification = verify(request.model, request.deployment, log, tolerance);
    verification.log_name = printable(name);
    verification.from_log = filled.taken;
    add_statements(verification);
    if (manner.json) {
        out << verification_json(verification, say_exactly, version());
    } else {
        out << verification_table(verification, manner.terminal, manner.units);
    }
    if (!verification.judged()) { return k_cannot_say; }
    return verification.within() ? k_done : k_answer_no;
}

}  // namespace sizer
