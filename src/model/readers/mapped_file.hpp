#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace sizer {

/// A file mapped read-only. Opening it reads nothing: pages come in as they are looked at, so a header costs its own
/// size, whatever the size of the data behind it.
class MappedFile {
public:
    /// maps `path`; throws InputError when it is absent, unreadable, or not a regular file. An empty file maps to
    /// nothing.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    std::span<const std::byte> m_bytes;
};

/// whether something stands at `path`; false too where that cannot be known (a name too long, a folder that may not be
/// read): opening it then says why.
[[nodiscard]] bool stands_at(const std::filesystem::path& path);

}  // namespace sizer
