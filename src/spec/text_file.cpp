#include "spec/text_file.hpp"

#include <sizer/error.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>

namespace sizer {
namespace {

std::string read_some(std::istream& in, std::size_t most) {
    std::string text;
    std::string piece(std::size_t{1} << 16, '\0');
    while (text.size() <= most &&
           (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)) {
        text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    }
    return text;
}

}  // namespace

std::string read_text(const std::string& path, std::istream& in, std::size_t most) {
    if (path == "-") { return read_some(in, most); }
    const auto refuse = [&](Statement what) {
        throw InputError(Problem{std::move(what), {path}, {Message::mend_check_path}});
    };
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) { refuse({Message::file_not_found}); }
    if (std::filesystem::is_directory(status)) { refuse({Message::file_is_directory}); }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) { refuse({Message::file_unreadable, {{"reason", std::string(std::strerror(errno))}}}); }
    return read_some(file, most);
}

}  // namespace sizer
