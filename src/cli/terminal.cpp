#include "cli/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sizer {
namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

int width() {
    constexpr int k_default = 80;
    constexpr int k_most = 10'000;
    const int columns = std::atoi(environment("COLUMNS").c_str());
    if (columns > 0 && columns < k_most) { return columns; }
    winsize window{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) { return window.ws_col; }
    return k_default;
}

/// The order that CMake and others document: NO_COLOR, then CLICOLOR_FORCE, then the terminal itself.
bool colour(bool is_terminal) {
    if (!environment("NO_COLOR").empty()) { return false; }
    const auto force = environment("CLICOLOR_FORCE");
    if (!force.empty() && force != "0") { return true; }
    return is_terminal && environment("TERM") != "dumb";
}

bool unicode() {
    for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        auto value = environment(name);
        if (value.empty()) { continue; }
        std::transform(value.begin(), value.end(), value.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    }
    return false;
}

/// The variables that say where models are kept, and nothing else: the answer must not depend on more.
std::map<std::string, std::string> model_stores() {
    std::map<std::string, std::string> stores;
    for (const auto* name : {"HOME", "XDG_CACHE_HOME", "HF_HOME", "HF_HUB_CACHE", "OLLAMA_MODELS", "LLAMA_CACHE"}) {
        auto value = environment(name);
        if (!value.empty()) { stores.emplace(name, std::move(value)); }
    }
    return stores;
}

}  // namespace

Terminal this_terminal() {
    const bool is_terminal = isatty(STDOUT_FILENO) == 1;
    return {.is_terminal = is_terminal,
            .colour = colour(is_terminal),
            .unicode = unicode(),
            .width = width(),
            .environment = model_stores()};
}

}  // namespace sizer
