// VisitArchive: visits the files in a zip archive, or in a tar archive, which can be compressed by gzip.
//
// Sources: POSIX.1-2017 pax, "ustar Interchange Format" and "pax Header Block"; GNU tar manual,
// "Basic Tar Format"; PKWARE APPNOTE 6.3.10.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

// Maximum number of bytes of all unpacked files of an archive, including those of nested archives. Also the maximum
// size of an unpacked tar archive.
inline constexpr std::size_t kMaxUnpackedBytes = 256 * 1024 * 1024;

using OnArchiveFile = std::function<void(const std::string& path, std::string_view text)>;

// Returns whether a file name is that of an archive: .tar, .tar.gz, .tgz or .zip.
bool IsArchiveName(std::string_view name);

// Calls `visit` for each regular file, in the order of the archive. Skips links and folders. Does not open files by the
// paths in the archive. `left` is the number of bytes that can still be unpacked. Before a file is visited, `left` is
// reduced by the file's size, and by 512 for its header. Errors: kInvalidInput for another format, and for a broken,
// truncated or encrypted archive; kLimitExceeded for more than `left` bytes. Files before the error have been visited.
base::Status VisitArchive(std::string_view archive, const OnArchiveFile& visit, std::size_t& left);

}  // namespace structural::files
