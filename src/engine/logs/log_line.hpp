#pragma once

#include <sizer/engine_log.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sizer {

/// One line of a log, free of colours and control bytes.
struct LogLine {
    std::string_view text;
    std::uint64_t number = 0;  ///< from 1
    const std::string& file;   ///< the log's name, for errors

    [[nodiscard]] bool has(std::string_view part) const { return text.find(part) != std::string_view::npos; }

    /// what follows the first `mark`; nothing when it is not there.
    [[nodiscard]] std::optional<std::string_view> after(std::string_view mark) const;

    /// the last word before `mark`: "CUDA0" of "load_tensors:  CUDA0 model buffer size =".
    [[nodiscard]] std::string_view word_before(std::string_view mark) const;
};

/// What "GB" means: torch's and ggml's messages mean 2^30, Ollama's 1e9.
enum class Gigabyte : std::uint8_t { binary, decimal };

/// the size at the start of `text`, blanks skipped: "4403.49 MiB", "12.55GiB", "0 B"; throws InputError at the line.
[[nodiscard]] LogNumber size_at(std::string_view text, const LogLine& line, Gigabyte gigabyte = Gigabyte::binary);

/// the whole number at the start of `text`, blanks skipped: "8192", "396,928"; throws InputError at the line.
[[nodiscard]] LogNumber count_at(std::string_view text, const LogLine& line);

/// the number of hundredths at the start of `text`: "3.03x"; throws InputError at the line.
[[nodiscard]] LogNumber hundredths_at(std::string_view text, const LogLine& line);

/// the word at the start of `text`, blanks and one quote skipped: letters, digits, '.', '_' and '-' alone, so that it
/// is safe wherever it goes; at most 32 of them.
[[nodiscard]] std::string word_at(std::string_view text);

/// `total` and one more part of it.
[[nodiscard]] LogNumber sum(const LogNumber& total, const LogNumber& part);

/// the text without terminal colours and other control bytes; a UTF-16 log, as a Windows shell saves it, becomes bytes.
[[nodiscard]] std::string plain_text(std::string_view text);

/// calls `visit` with each line; of a very long one with its beginning.
template <class Visit>
void each_line(std::string_view text, const std::string& file, Visit&& visit) {
    constexpr std::size_t k_longest = 65'536;  // vLLM's configuration is one line of some thousands
    std::uint64_t number = 0;
    while (!text.empty()) {
        const auto end = text.find('\n');
        visit(LogLine{text.substr(0, end).substr(0, k_longest), ++number, file});
        if (end == std::string_view::npos) { return; }
        text.remove_prefix(end + 1);
    }
}

}  // namespace sizer
