#include "model/readers/mapped_file.hpp"

#include <sizer/error.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sizer {
namespace {

/// A file descriptor that closes itself; a mapping outlives it.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0) { ::close(m_number); }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

[[noreturn]] void refuse(const std::filesystem::path& path, Statement what) {
    throw InputError(Problem{std::move(what), {.name = path.string()}, {Message::mend_check_path}});
}

[[noreturn]] void refuse_with_errno(const std::filesystem::path& path, int error) {
    if (error == ENOENT || error == ENOTDIR) { refuse(path, {Message::file_not_found}); }
    refuse(path, {Message::file_unreadable, {{"reason", std::string(std::strerror(error))}}});
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) : m_path(path) {
    // O_NONBLOCK: a named pipe without a writer must not hang the program before it is refused below.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0) { refuse_with_errno(path, errno); }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) { refuse_with_errno(path, errno); }
    if (S_ISDIR(status.st_mode)) {
        throw InputError(Problem{{Message::file_is_directory}, {.name = path.string()}, {Message::mend_give_file}});
    }
    if (!S_ISREG(status.st_mode)) {
        refuse(path, {Message::file_unreadable, {{"reason", std::string("not a regular file")}}});
    }
    if (status.st_size == 0) { return; }
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (start == MAP_FAILED) { refuse_with_errno(path, errno); }
    m_bytes = {static_cast<const std::byte*>(start), size};
}

MappedFile::~MappedFile() {
    if (m_bytes.empty()) { return; }
    // munmap takes a pointer to non-const; nothing is written through it.
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

bool stands_at(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

}  // namespace sizer
