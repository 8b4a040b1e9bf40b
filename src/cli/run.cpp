#include <sizer/run.hpp>

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/version.hpp"
#include "report/say.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <array>
#include <ostream>

namespace sizer {
namespace {

constexpr std::array<std::string_view, 3> k_outputs = {"auto", "table", "json"};
constexpr std::array<std::string_view, 2> k_units = {"gb", "gib"};
constexpr std::array<std::string_view, 3> k_colours = {"auto", "always", "never"};

template <std::size_t N>
std::size_t choice(const std::optional<std::string>& text, std::string_view flag,
                   const std::array<std::string_view, N>& choices) {
    if (!text) { return 0; }
    std::string all;
    for (std::size_t i = 0; i < N; ++i) {
        if (*text == choices.at(i)) { return i; }
        all += (i == 0 ? "" : ", ") + std::string(choices.at(i));
    }
    throw InputError(Problem{
        {Message::unknown_choice, {{"name", *text}}}, {std::string(flag)}, {Message::mend_choices, {{"names", all}}}});
}

Manner manner_of(const Options& options, const Terminal& terminal) {
    Manner manner;
    manner.terminal = terminal;
    const auto output = choice(options.output, "--output", k_outputs);
    manner.json = output == 2 || (output == 0 && !terminal.is_terminal);
    manner.units = choice(options.units, "--units", k_units) == 1 ? Units::gib : Units::gb;
    const auto colour = choice(options.colour, "--color", k_colours);
    if (colour != 0) { manner.terminal.colour = colour == 1; }
    return manner;
}

int dispatch(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, const Terminal& terminal) {
    const Options options = parse_options(arguments);
    if (options.help) {
        out << help_text(options.command);
        return k_done;
    }
    if (options.version) {
        out << "sizer " << version() << '\n';
        return k_done;
    }
    const Manner manner = manner_of(options, terminal);
    if (options.command == "schema") { return schema_command(out); }
    const Catalogue catalogue = options.data ? Catalogue(*options.data) : Catalogue();
    if (options.command == "models" || options.command == "hardware" || options.command == "formats" ||
        options.command == "engines") {
        return list_command(options, catalogue, manner, out);
    }
    if (options.command == "inspect") { return inspect_command(options, catalogue, manner, out); }
    if (options.command == "train") { return train_command(options, catalogue, manner, in, out); }
    if (options.command == "solve") { return solve_command(options, catalogue, manner, in, out); }
    if (options.command == "verify") { return verify_command(options, catalogue, manner, in, out); }
    if (options.engine == "all") { return spread_command(options, catalogue, manner, in, out); }
    return budget_command(options, catalogue, manner, in, out);
}

int complain(const InputError& error, std::ostream& err) {
    for (const auto& problem : error.problems()) { err << say(problem, "sizer"); }
    return k_bad_input;
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, std::ostream& err,
        const Terminal& terminal) {
    int status = k_done;
    try {
        status = dispatch(arguments, in, out, terminal);
    } catch (const InputError& error) { status = complain(error, err); } catch (const Overflow&) {
        status = complain(InputError(Problem{{Message::overflow}, {}, {Message::mend_smaller_numbers}}), err);
    }
    // A full disk or a closed pipe shows only now; an answer that was not written is no answer.
    out.flush();
    return out.good() ? status : k_not_written;
}

}  // namespace sizer
