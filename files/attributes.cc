#include "files/attributes.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/xattr.h>
#include <unistd.h>

namespace structural::files {
namespace {

constexpr std::size_t kLongest = 64 * 1024;  // of a value, and of the list of names

// A file that is open as a path only has its attributes by this name.
std::string NameOf(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

bool IsKept(std::string_view name) {
  return name != "security.ima" && name != "security.evm" && name != "security.capability";
}

// Empty where the file system has no attributes.
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
  // What the folder gives to new files.
  for (const std::string& name : NamesAt(to)) {
    const bool other = std::ranges::find(wanted, name) == wanted.end();
    if (other && !name.starts_with("security.") && removexattr(to.c_str(), name.c_str()) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool CopyAttributes(int from, const struct stat& as, int to) {
  struct stat own{};
  if (fstat(to, &own) != 0) return false;
  const bool owned = own.st_uid == as.st_uid && own.st_gid == as.st_gid;
  return (owned || fchown(to, as.st_uid, as.st_gid) == 0) &&
         CopyExtended(NameOf(from), NameOf(to)) && fchmod(to, as.st_mode & 07777) == 0;
}

}  // namespace structural::files
