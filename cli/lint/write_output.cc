#include "cli/lint/write_output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace structural::lint {
namespace {

using base::ErrorCode;

// 0, or what went wrong. The descriptor is closed.
int WriteAll(int fd, std::string_view text) {
  int error = 0;
  while (error == 0 && !text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) error = errno;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return close(fd) != 0 && error == 0 ? errno : error;
}

int WriteInPlace(const std::string& path, std::string_view text) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return fd < 0 ? errno : WriteAll(fd, text);
}

// A file beside the path, with owner and permissions of the one that is there; -1 where there can
// be none, and errno says why.
int OpenBeside(std::string& name, const struct stat& as) {
  const int fd = mkostemp(name.data(), O_CLOEXEC);
  if (fd < 0) return -1;
  struct stat own{};
  const bool owned = fstat(fd, &own) == 0 && own.st_uid == as.st_uid && own.st_gid == as.st_gid;
  const bool alike =
      (owned || fchown(fd, as.st_uid, as.st_gid) == 0) && fchmod(fd, as.st_mode & 07777) == 0;
  if (alike) return fd;
  close(fd);
  unlink(name.c_str());
  errno = EPERM;
  return -1;
}

int Replace(const std::string& path, const struct stat& as, std::string_view text) {
  std::string beside = path + ".XXXXXX";
  const int fd = OpenBeside(beside, as);
  if (fd < 0) return errno == EPERM || errno == EACCES ? WriteInPlace(path, text) : errno;
  int error = WriteAll(fd, text);
  if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) unlink(beside.c_str());
  return error;
}

// The file that links lead to, or the path itself.
std::string Target(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  return real ? real.get() : path;
}

int Write(const std::string& path, std::string_view text) {
  struct stat there{};
  const std::string target = Target(path);
  if (stat(target.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_nlink != 1) {
    return WriteInPlace(path, text);
  }
  return access(target.c_str(), W_OK) == 0 ? Replace(target, there, text) : errno;
}

}  // namespace

base::Status WriteOutput(const std::string& path, std::string_view text) {
  const int error = Write(path, text);
  if (error == 0) return base::Ok();
  return {ErrorCode::kInvalidInput, path + ": " + std::strerror(error)};
}

}  // namespace structural::lint
