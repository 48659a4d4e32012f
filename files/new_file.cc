#include "files/new_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

namespace structural::files {
namespace {

constexpr int kTries = 100;

std::string RandomName() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) < 0) number = static_cast<std::uint64_t>(getpid());
  char name[40];
  std::snprintf(name, sizeof name, ".structural-%016llx", static_cast<unsigned long long>(number));
  return name;
}

}  // namespace

NewFile::NewFile(int folder, mode_t mode)
    : folder_(folder), fd_(openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode)) {
  for (int i = 0; !ok() && i < kTries; ++i) {
    name_ = RandomName();
    fd_ = Descriptor(
        openat(folder, name_.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, mode));
    if (ok() || errno != EEXIST) break;
  }
  if (!ok()) name_.clear();
}

NewFile::~NewFile() {
  if (!name_.empty()) unlinkat(folder_, name_.c_str(), 0);
}

bool NewFile::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd(), text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(fd()) == 0;
}

bool NewFile::TakeName() {
  if (!name_.empty()) return true;
  const std::string own = "/proc/self/fd/" + std::to_string(fd());
  for (int i = 0; i < kTries; ++i) {
    const std::string name = RandomName();
    if (linkat(AT_FDCWD, own.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      name_ = name;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

}  // namespace structural::files
