#include "cli/options.hpp"

#include <sizer/catalogue.hpp>
#include <sizer/error.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace sizer {
namespace {

struct Command {
    std::string_view name;
    std::string_view about;
    std::string_view argument;  ///< what it takes after its name; empty: nothing
};

constexpr std::array k_commands = {
    Command{"models", "list the models, or show one row whole with its source", "NAME"},
    Command{"hardware", "list the machines, or show one row whole with its source", "NAME"},
    Command{"formats", "list the weight and cache formats, or show one", "NAME"},
    Command{"engines", "list the engines, or show one: keys, defaults, calibration, sources", "NAME"},
    Command{"inspect", "what a model file says of itself", "FILE"},
    Command{"train", "the memory that training or fine-tuning takes", ""},
    Command{"solve", "the largest ctx, sessions or format that fits; the fewest gpus, the least hardware", "FIELD"},
    Command{"verify", "hold the budget against an engine's start-up log; - for stdin", "LOG"},
    Command{"schema", "the JSON Schema of the contract", ""},
};

void add_model_options(CLI::App& app, Options& o) {
    const char* group = "Model";
    app.add_option("-m,--model", o.model, "catalogue id or alias, model file or folder, spec JSON, - for stdin")
        ->type_name("NAME|FILE")
        ->group(group);
    app.add_option("--params", o.params, "parameters: 70B, 70e9 (overrides the model's own)")
        ->type_name("N")
        ->group(group);
    app.add_option("--active-params", o.active_params, "parameters computed for each token (MoE)")
        ->type_name("N")
        ->group(group);
    app.add_option("--layers", o.layers, "layers")->type_name("N")->group(group);
    app.add_option("--heads", o.heads, "query heads")->type_name("N")->group(group);
    app.add_option("--kv-heads", o.kv_heads, "key and value heads")->type_name("N")->group(group);
    app.add_option("--d-head,--head-dim", o.d_head, "elements of one head")->type_name("N")->group(group);
    app.add_option("-f,--format", o.format, "weight format: Q4_K_M, bf16, awq ... (default: the row's own)")
        ->type_name("FORMAT")
        ->group(group);
}

void add_deployment_options(CLI::App& app, Options& o) {
    const char* group = "Deployment";
    app.add_option("--deployment", o.deployment, "a deployment-spec JSON; flags override it")
        ->type_name("FILE")
        ->group(group);
    app.add_option("-c,--ctx,--context", o.context, "tokens of context for each session: 8192, 8k (default 4096)")
        ->type_name("TOKENS")
        ->group(group);
    app.add_option("--batch", o.batch, "sequences in flight for each session (default 1)")
        ->type_name("N")
        ->group(group);
    app.add_option("-s,--sessions", o.sessions, "concurrent sessions (default 1)")->type_name("N")->group(group);
    app.add_option("--kv-format", o.kv_format, "cache format, or K/V: f16, fp8, q8_0/f16 (default f16)")
        ->type_name("FORMAT")
        ->group(group);
    app.add_option("--engine", o.engine, "how it is served, NAME:KEY=VALUE,... or all (default rule)")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--margin", o.margin, "margin in per cent, one number or a band (default 15-20)")
        ->type_name("BAND")
        ->group(group);
    app.add_option("--basis", o.basis, "auto, rule, shape, file or engine (default auto)")
        ->type_name("BASIS")
        ->group(group);
    app.add_option("--activations", o.activations, "activations given by hand: 4GB")->type_name("SIZE")->group(group);
    app.add_option("--overhead", o.overhead, "overhead of each device given by hand: 2GB")
        ->type_name("SIZE")
        ->group(group);
}

void add_train_options(CLI::App& app, Options& o) {
    for (const auto& flag : train_flags()) {
        app.add_option(std::string(flag.name), o.train.at(flag.name), std::string(flag.about))
            ->type_name(std::string(flag.value))
            ->group("Training (sizer train)");
    }
}

void add_machine_options(CLI::App& app, Options& o) {
    const char* group = "Machine";
    app.add_option("--hardware,--on", o.hardware, "a machine, repeatable: h100, 2xh100, 8xmi300x")
        ->type_name("[Nx]NAME")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--tp", o.tensor_parallel, "tensor-parallel degree")->type_name("N")->group(group);
    app.add_option("--pp", o.pipeline_parallel, "pipeline-parallel degree")->type_name("N")->group(group);
    app.add_flag("--require-fit", o.require_fit, "exit 1 unless one of the machines asked for says fits")->group(group);
}

void add_verify_options(CLI::App& app, Options& o) {
    app.add_option("--tolerance", o.tolerance, "error of a term that is allowed, in per cent (default 5)")
        ->type_name("PERCENT")
        ->group("Verifying (sizer verify)");
}

void add_output_options(CLI::App& app, Options& o) {
    const char* group = "Output";
    app.add_option("-o,--output", o.output, "auto, table or json (default auto: table on a terminal)")
        ->type_name("KIND")
        ->group(group);
    app.add_option("--units", o.units, "gb (1e9 bytes) or gib (2^30) in tables")->type_name("UNITS")->group(group);
    app.add_option("--color,--colour", o.colour, "auto, always or never")->type_name("WHEN")->group(group);
    app.add_option("--seed", o.seed, "seed of anything random (default 42)")->type_name("N")->group(group);
    app.add_option("--data", o.data, "a folder of models.json, hardware.json ... laid over the catalogues")
        ->type_name("DIR")
        ->group(group);
    app.add_flag("-h,--help", o.help, "this help")->group(group);
    app.add_flag("-V,--version", o.version, "the version")->group(group);
}

std::unique_ptr<CLI::App> make_app(Options& o) {
    auto app = std::make_unique<CLI::App>();
    app->set_help_flag();  // ours sits with its group and never exits by itself
    app->allow_extras();   // so that an unknown option can be answered with the nearest one
    add_model_options(*app, o);
    add_deployment_options(*app, o);
    add_train_options(*app, o);
    add_machine_options(*app, o);
    add_verify_options(*app, o);
    add_output_options(*app, o);
    return app;
}

std::vector<std::string_view> option_names() {
    static const std::vector<std::string> names = [] {
        Options unused;
        std::vector<std::string> all;
        const auto app = make_app(unused);
        for (const auto* option : app->get_options()) {
            for (const auto& name : option->get_lnames()) { all.push_back("--" + name); }
        }
        return all;
    }();
    return {names.begin(), names.end()};
}

std::vector<std::string_view> command_names() {
    std::vector<std::string_view> names;
    names.reserve(k_commands.size());
    for (const auto& command : k_commands) { names.push_back(command.name); }
    return names;
}

Statement did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
    const std::string list = joined(nearest_names(name, candidates));
    if (list.empty()) { return {Message::mend_see_help}; }
    return {Message::mend_did_you_mean, {{"names", list}}};
}

const Command* find_command(std::string_view name) {
    const auto found =
        std::find_if(k_commands.begin(), k_commands.end(), [&](const Command& c) { return c.name == name; });
    return found == k_commands.end() ? nullptr : &*found;
}

/// What CLI11 left over: unknown options first, then the command's name and its arguments.
void take_words(const std::vector<std::string>& words, Options& o) {
    std::vector<Problem> problems;
    std::vector<std::string> plain;
    for (const auto& word : words) {
        if (word.size() > 1 && word.front() == '-') {
            const auto name = word.substr(0, word.find('='));
            problems.push_back({{Message::unknown_option, {{"name", name}}}, {}, did_you_mean(name, option_names())});
        } else {
            plain.push_back(word);
        }
    }
    if (problems.empty() && !plain.empty()) {
        const auto* command = find_command(plain.front());
        if (command == nullptr) {
            problems.push_back({{Message::unknown_command, {{"name", plain.front()}}},
                                {},
                                did_you_mean(plain.front(), command_names())});
        } else {
            o.command = plain.front();
            o.arguments.assign(plain.begin() + 1, plain.end());
            const std::size_t most = command->argument.empty() ? 0 : 1;
            if (o.arguments.size() > most) {
                problems.push_back(
                    {{Message::too_many_arguments, {{"name", o.arguments[most]}}}, {}, {Message::mend_see_help}});
            }
        }
    }
    if (!problems.empty()) { throw InputError(std::move(problems)); }
}

/// An option that would be ignored is a mistake.
void refuse_train_options(const Options& o) {
    std::vector<Problem> problems;
    for (const auto& [name, value] : o.train) {
        if (value) {
            problems.push_back({{Message::option_of_training, {{"name", std::string(name)}}},
                                {std::string(name)},
                                {Message::mend_train_command}});
        }
    }
    if (!problems.empty()) { throw InputError(std::move(problems)); }
}

void refuse_verify_options(const Options& o) {
    const std::string flag = "--tolerance";
    if (o.tolerance) {
        throw InputError(
            Problem{{Message::option_of_verify, {{"name", flag}}}, {flag}, {Message::mend_verify_command}});
    }
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
    Options options;
    const auto app = make_app(options);
    try {
        app->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ArgumentMismatch& error) {
        // CLI11 names the option first in its sentence: "--ctx: 1 required TOKENS missing".
        const std::string said = error.what();
        const bool twice = said.find("received") != std::string::npos || said.find("At Most") != std::string::npos;
        throw InputError(Problem{{twice ? Message::given_twice : Message::missing_value},
                                 {said.substr(0, said.find_first_of(": "))},
                                 {Message::mend_see_help}});
    } catch (const CLI::ParseError& error) {
        throw InputError(
            Problem{{Message::unknown_option, {{"name", std::string(error.what())}}}, {}, {Message::mend_see_help}});
    }
    take_words(app->remaining(), options);
    if (options.command != "train") { refuse_train_options(options); }
    if (options.command != "verify") { refuse_verify_options(options); }
    return options;
}

std::string help_text(const std::string& command) {
    std::string text = "sizer - will this model, served this way, fit on that machine?\n\n"
                       "  sizer --model llama70b --ctx 8192 --sessions 32\n"
                       "  sizer --model qwen3-8b --format Q4_K_M --hardware rtx-4090 --require-fit\n"
                       "  sizer --model model.gguf --ctx 32k --kv-format q8_0 --output json\n\n";
    if (const auto* one = find_command(command)) {
        return "sizer " + std::string(one->name) +
               (one->argument.empty() ? "" : " [" + std::string(one->argument) + "]") + "\n\n  " +
               std::string(one->about) + "\n\nOptions are those of \"sizer --help\".\n";
    }
    Options unused;
    const auto app = make_app(unused);
    const auto formatter = std::dynamic_pointer_cast<CLI::Formatter>(app->get_formatter());
    constexpr std::size_t k_column = 30;
    if (formatter) { formatter->column_width(k_column); }
    text += "Commands:\n";
    for (const auto& each : k_commands) {
        std::string name =
            "  " + std::string(each.name) + (each.argument.empty() ? "" : " [" + std::string(each.argument) + "]");
        name.resize(std::max(name.size() + 1, k_column), ' ');
        text += name + std::string(each.about) + "\n";
    }
    const std::string options = app->help();
    const auto first_group = options.find("\nModel:");
    return text + (first_group == std::string::npos ? options : options.substr(first_group)) +
           "\nExit status: 0 done, 1 it does not fit (--require-fit) or is off (verify),\n"
           "2 bad input, 3 cannot say.\n";
}

}  // namespace sizer
