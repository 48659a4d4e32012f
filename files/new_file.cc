#include "files/new_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/xattr.h>
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

// Linux's limit in bytes of an attribute's value, and of the list of the attributes' names.
constexpr std::size_t kLongest = 64 * 1024;

// Returns a name by which the attributes of a file that was opened with O_PATH can be accessed.
std::string NameOf(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

bool IsKept(std::string_view name) {
  return name != "security.ima" && name != "security.evm" && name != "security.capability";
}

// Returns the names of the extended attributes; empty if the file system has none.
std::vector<std::string> NamesAt(const std::string& path) {
  std::string list(kLongest, '\0');
  const ssize_t size = listxattr(path.c_str(), list.data(), list.size());
  std::vector<std::string> names;
  for (std::size_t at = 0; size > 0 && at < static_cast<std::size_t>(size);) {
    names.emplace_back(list.c_str() + at);
    at += names.back().size() + 1;
  }
  std::erase_if(names, [](const std::string& name) { return !IsKept(name); });
  return names;
}

std::optional<std::string> ValueAt(const std::string& path, const std::string& name) {
  std::string value(kLongest, '\0');
  const ssize_t size = getxattr(path.c_str(), name.c_str(), value.data(), value.size());
  if (size < 0) return std::nullopt;
  value.resize(static_cast<std::size_t>(size));
  return value;
}

bool CopyExtended(const std::string& from, const std::string& to) {
  const auto wanted = NamesAt(from);
  for (const std::string& name : wanted) {
    const auto value = ValueAt(from, name);
    if (!value) return false;
    if (value == ValueAt(to, name)) continue;
    if (setxattr(to.c_str(), name.c_str(), value->data(), value->size(), 0) != 0) return false;
  }
  // Removes attributes that the folder gives to new files.
  for (const std::string& name : NamesAt(to)) {
    const bool other = std::ranges::find(wanted, name) == wanted.end();
    if (other && !name.starts_with("security.") && removexattr(to.c_str(), name.c_str()) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

NewFile::NewFile(int folder, mode_t mode)
    : folder_(folder), fd_(openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode)) {
  for (int i = 0; !ok() && i < kTries; ++i) {
    name_ = RandomName();
    fd_ = Descriptor(openat(folder, name_.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, mode));
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

bool CopyAttributes(int from, const struct stat& as, int to) {
  struct stat own {};
  if (fstat(to, &own) != 0) return false;
  const bool owned = own.st_uid == as.st_uid && own.st_gid == as.st_gid;
  return (owned || fchown(to, as.st_uid, as.st_gid) == 0) && CopyExtended(NameOf(from), NameOf(to)) &&
         fchmod(to, as.st_mode & 07777) == 0;
}

}  // namespace structural::files
