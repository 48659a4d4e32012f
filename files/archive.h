// VisitArchive: visits the files in a tar archive, plain or compressed by gzip, or in a zip
// archive.
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

// Maximum size of all unpacked files of an archive, including nested archives, and of unpacked tar
// archives as a whole.
inline constexpr std::size_t kMaxUnpackedBytes = 256 * 1024 * 1024;

using OnArchiveFile = std::function<void(const std::string& path, std::string_view text)>;

// Returns whether a file name is that of an archive: .tar, .tar.gz, .tgz or .zip.
bool IsArchiveName(std::string_view name);

// Calls `visit` for each regular file, in the order of the archive. Skips links and folders, and
// opens no path. `left`: number of bytes that may be unpacked; reduced by the size of each file, and by 512 for its header,
// before it is visited. Errors: kInvalidInput for another format and for a broken,
// truncated or encrypted archive; kLimitExceeded for more than `left` bytes.
base::Status VisitArchive(std::string_view archive, const OnArchiveFile& visit, std::size_t& left);

}  // namespace structural::files
