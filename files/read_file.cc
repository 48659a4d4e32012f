#include "files/read_file.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>

#include "files/stop_signals.h"

namespace structural::files {
namespace {

using base::ErrorCode;

constexpr std::size_t kBlock = 64 * 1024;

base::Error CannotBeRead(int error) {
  return {error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kInvalidInput,
          "cannot be read: " + std::generic_category().message(error)};
}

// Returns whether opening or reading the file can block.
bool MayWait(const std::string& path, FileKind kind) {
  struct stat status {};
  if (kind != FileKind::kAny) return false;
  const int known = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  return known == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

int FlagsFor(FileKind kind) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
  if (kind == FileKind::kAny) return flags;
  return flags | O_NONBLOCK | (kind == FileKind::kRegularNoLink ? O_NOFOLLOW : 0);
}

int Open(const std::string& path, FileKind kind) {
  return path == "-" ? STDIN_FILENO : open(path.c_str(), FlagsFor(kind));
}

base::Error TooLarge(std::size_t max_bytes) {
  const bool mib = max_bytes % (1 << 20) == 0;
  return {ErrorCode::kLimitExceeded,
          "is larger than " + std::to_string(mib ? max_bytes >> 20 : max_bytes) + (mib ? " MiB; split it" : " bytes")};
}

// Reads up to the end of the file. `expected` is the file's size when it was opened, which can have changed since.
base::Result<std::string> ReadAll(int fd, std::size_t expected, std::size_t max_bytes) {
  std::string text;
  text.reserve(std::min(expected + kBlock, max_bytes) + 1);  // growth would need a second copy
  for (std::size_t room = expected + 1;; room = kBlock) {
    const std::size_t size = text.size();
    text.resize(size + std::min(room, max_bytes + 1 - size));
    const ssize_t got = read(fd, text.data() + size, text.size() - size);
    const int error = errno;
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && error != EINTR) return CannotBeRead(error);
    if (got == 0) return text;
    if (text.size() > max_bytes) return TooLarge(max_bytes);
  }
}

}  // namespace

base::Result<std::string> ReadFile(const std::string& path, std::size_t max_bytes, FileKind kind) {
  std::optional<UnblockedStopSignals> interruptible;
  if (MayWait(path, kind)) interruptible.emplace();
  const Descriptor file(Open(path, kind));
  if (file.get() < 0) return CannotBeRead(errno);
  struct stat status {};
  if (fstat(file.get(), &status) != 0) return CannotBeRead(errno);
  const bool regular = S_ISREG(status.st_mode);
  if (S_ISDIR(status.st_mode)) return CannotBeRead(EISDIR);
  if (!regular && kind != FileKind::kAny) {
    return {ErrorCode::kInvalidInput, "is not a regular file"};
  }
  const auto expected = regular ? static_cast<std::size_t>(status.st_size) : 0;
  if (expected > max_bytes) return TooLarge(max_bytes);
  return ReadAll(file.get(), expected, max_bytes);
}

}  // namespace structural::files
