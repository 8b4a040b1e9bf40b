#include "engine/logs/scans.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <array>

namespace sizer {

std::string_view engine_key(LogEngine engine) {
    constexpr std::array<std::string_view, 3> k_names = {"llama.cpp", "ollama", "vllm"};
    return k_names.at(static_cast<std::size_t>(engine));
}

void set_option(LogSettings& settings, std::string_view key, std::string value) {
    auto& options = settings.engine_options;
    const auto found = std::find_if(options.begin(), options.end(), [&](const auto& one) { return one.first == key; });
    if (found != options.end()) {
        found->second = std::move(value);
    } else {
        options.emplace_back(key, std::move(value));
    }
}

EngineLog read_engine_log(std::string_view text, const std::string& name) {
    LlamaCppScan llama_cpp;
    VllmScan vllm;
    const std::string plain = plain_text(text);
    each_line(plain, name, [&](const LogLine& line) {
        llama_cpp.read(line);
        vllm.read(line);
    });
    if (auto log = vllm.result()) { return *std::move(log); }
    if (auto log = llama_cpp.result()) { return *std::move(log); }
    if (!vllm.seen() && !llama_cpp.seen()) {
        throw InputError(Problem{{Message::not_a_log}, {name}, {Message::mend_whole_log}});
    }
    const auto engine = vllm.seen() ? LogEngine::vllm : llama_cpp.engine();
    throw InputError(Problem{
        {Message::log_says_nothing, {{"engine", std::string(engine_key(engine))}}}, {name}, {Message::mend_whole_log}});
}

}  // namespace sizer
