#include "cli/log_settings.hpp"

#include "cli/rows.hpp"
#include "spec/engine_text.hpp"
#include "spec/size_text.hpp"

#include <sizer/error.hpp>

#include <algorithm>
#include <filesystem>

namespace sizer {
namespace {

/// Takes what the command line leaves open.
class Filling {
public:
    Filling(LogOptions& filled, const std::string& log_name) : m_filled(filled), m_log_name(log_name) {}

    void take(std::optional<std::string>& option, const std::string& name, const std::string& value) {
        if (option || value.empty()) { return; }
        option = value;
        m_filled.taken.push_back(name + " " + value);
    }

    void take_degree(std::optional<std::string>& option, const std::string& name,
                     const std::optional<LogNumber>& degree) {
        constexpr std::uint64_t k_most_degree = 65'536;
        if (degree && checked(*degree, k_most_degree) > 1) { take(option, name, std::to_string(degree->value)); }
    }

    /// the number, if it can be one of what it counts.
    [[nodiscard]] std::uint64_t checked(const LogNumber& number, std::uint64_t most) const {
        if (number.value == 0 || number.value > most) {
            throw InputError(Problem{{Message::log_bad_number, {{"text", std::to_string(number.value)}}},
                                     {m_log_name, {}, {}, number.line},
                                     {Message::mend_log_number}});
        }
        return number.value;
    }

private:
    LogOptions& m_filled;
    const std::string& m_log_name;
};

/// The value as the engine's row would take it; a log's "0.10.2.dev378" is the version 0.10.
std::optional<std::string> row_value(const EngineRow& row, const std::string& key, const std::string& value) {
    const auto found =
        std::find_if(row.keys.begin(), row.keys.end(), [&](const EngineKey& k) { return k.name == key; });
    if (found == row.keys.end() || value.empty()) { return std::nullopt; }
    const bool chosen = std::find(found->choices.begin(), found->choices.end(), value) != found->choices.end();
    const bool digits = value.find_first_not_of("0123456789.") == std::string::npos;
    if (chosen || found->kind == EngineKeyKind::text) { return value; }
    return found->kind != EngineKeyKind::choice && digits ? std::optional(value) : std::nullopt;
}

std::string short_version(const std::string& version) {
    const auto first = version.find('.');
    return first == std::string::npos ? version : version.substr(0, version.find('.', first + 1));
}

void take_engine(const EngineLog& log, const Catalogue& catalogue, LogOptions& filled) {
    const Place where{"--engine"};
    const bool given = filled.options.engine.has_value();
    EngineText engine = parse_engine(filled.options.engine.value_or(std::string(engine_key(log.engine))), where);
    if (!given) { filled.taken.push_back("engine " + engine.name); }
    const EngineRow& own = engine_row(engine.name, catalogue, where);
    auto found = log.settings.engine_options;
    if (!log.version.empty()) { found.emplace_back("version", short_version(log.version)); }
    for (const auto& [key, value] : found) {
        const auto same = [&, &name = key](const auto& option) { return option.first == name; };
        const auto usable = row_value(own, key, value);
        if (!usable || std::any_of(engine.options.begin(), engine.options.end(), same)) { continue; }
        engine.options.emplace_back(key, *usable);
        filled.taken.push_back(key + " " + *usable);
    }
    std::string text = engine.name;
    for (std::size_t i = 0; i < engine.options.size(); ++i) {
        text += (i == 0 ? ":" : ",") + engine.options[i].first + "=" + engine.options[i].second;
    }
    filled.options.engine = text;
}

bool is_cache_format(const Catalogue& catalogue, const std::string& name) {
    const auto* row = name.empty() ? nullptr : catalogue.find_format(name);
    return row != nullptr && row->cache_width.bytes != 0;
}

/// A file's weights are what it holds; only a name or dimensions leave the format open.
bool format_is_open(const Options& options, const Catalogue& catalogue) {
    if (!options.model) { return true; }
    std::error_code unreadable;
    return catalogue.find_model(*options.model) != nullptr && !std::filesystem::exists(*options.model, unreadable);
}

void take_formats(const LogSettings& settings, const Catalogue& catalogue, Filling& filling, Options& options) {
    if (is_cache_format(catalogue, settings.k_format) && is_cache_format(catalogue, settings.v_format)) {
        const bool same = settings.k_format == settings.v_format;
        filling.take(options.kv_format, "kv_format",
                     same ? settings.k_format : settings.k_format + "/" + settings.v_format);
    }
    const auto& name = settings.weight_format;
    const auto* row = name.empty() ? nullptr : catalogue.find_format(name);
    if (row != nullptr && row->packing != Packing::cache_only && format_is_open(options, catalogue)) {
        filling.take(options.format, "format", name);
    }
}

}  // namespace

LogOptions with_log_settings(const Options& options, const EngineLog& log, const std::string& log_name,
                             const Catalogue& catalogue) {
    LogOptions filled{.options = options};
    Filling filling(filled, log_name);
    const auto& settings = log.settings;
    take_engine(log, catalogue, filled);
    const std::uint64_t sequences = settings.sequences ? filling.checked(*settings.sequences, k_most_sequences) : 1;
    if (settings.context) {
        // The context of llama.cpp is that of all its sequences together.
        const std::uint64_t each = filling.checked(*settings.context, k_most_tokens) / sequences;
        filling.take(filled.options.context, "context", std::to_string(std::max<std::uint64_t>(each, 1)));
    }
    if (sequences > 1) { filling.take(filled.options.sessions, "sessions", std::to_string(sequences)); }
    filling.take_degree(filled.options.tensor_parallel, "tp", settings.tensor_parallel);
    filling.take_degree(filled.options.pipeline_parallel, "pp", settings.pipeline_parallel);
    take_formats(settings, catalogue, filling, filled.options);
    return filled;
}

}  // namespace sizer
