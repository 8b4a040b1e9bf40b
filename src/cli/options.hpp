#pragma once

#include "cli/train_options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sizer {

/// The command line as typed, option by option, still text. What it means is decided in request.cpp.
struct Options {
    std::string command = "budget";
    std::vector<std::string> arguments;  ///< after the command's name: a row's name, a file

    std::optional<std::string> model;
    std::optional<std::string> params;
    std::optional<std::string> active_params;
    std::optional<std::string> layers;
    std::optional<std::string> heads;
    std::optional<std::string> kv_heads;
    std::optional<std::string> d_head;
    std::optional<std::string> format;

    std::optional<std::string> deployment;
    std::optional<std::string> context;
    std::optional<std::string> batch;
    std::optional<std::string> sessions;
    std::optional<std::string> kv_format;
    std::optional<std::string> engine;
    std::optional<std::string> margin;
    std::optional<std::string> basis;
    std::optional<std::string> activations;
    std::optional<std::string> overhead;

    TrainOptions train = empty_train_options();  ///< of `sizer train` alone

    std::vector<std::string> hardware;
    std::optional<std::string> tensor_parallel;
    std::optional<std::string> pipeline_parallel;
    bool require_fit = false;

    std::optional<std::string> tolerance;  ///< of `sizer verify` alone

    std::optional<std::string> seed;
    std::optional<std::string> output;
    std::optional<std::string> units;
    std::optional<std::string> language;
    std::optional<std::string> colour;
    std::optional<std::string> data;

    bool help = false;
    bool version = false;
};

/// the options of a command line; throws InputError for an unknown option or command (with the nearest ones), a missing
/// value, or an option given twice.
[[nodiscard]] Options parse_options(const std::vector<std::string>& arguments);

/// the text of --help; of one command when `command` is not "budget".
[[nodiscard]] std::string help_text(const std::string& command);

}  // namespace sizer
