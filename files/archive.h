// VisitArchive: the files in a tar archive, compressed by gzip or not, or in a zip archive.
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

// Of all files in an archive and in the archives in it, and of tar archives as a whole.
inline constexpr std::size_t kMostUnpackedBytes = 256 * 1024 * 1024;

using OnArchiveFile = std::function<void(const std::string& path, std::string_view text)>;

// Whether a name is that of an archive: .tar, .tar.gz, .tgz or .zip.
bool IsArchiveName(std::string_view name);

// Calls `visit` for each regular file, in the order of the archive. Links and folders are passed
// over, and no path is opened. `left`: how many bytes may be unpacked; less by those that were, before they
// are visited. Errors: kInvalidInput for another form, and what is broken or encrypted; kLimitExceeded for
// more than `left` bytes.
base::Status VisitArchive(std::string_view archive, const OnArchiveFile& visit, std::size_t& left);

// One of its forms each: tar.cc, zip.cc.
base::Status VisitTar(std::string_view tar, const OnArchiveFile& visit, std::size_t& left);
base::Status VisitZip(std::string_view zip, const OnArchiveFile& visit, std::size_t& left);

}  // namespace structural::files
