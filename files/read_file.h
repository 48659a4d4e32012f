// ReadFile: the bytes of a file, within a limit.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <unistd.h>

#include "schema/base/result.h"

namespace structural::files {

enum class FileKind {
  kAny,  // named by the user: a pipe or a device, too. It waits for the writer of a pipe; meanwhile
         // SIGINT and SIGTERM do what the process does by default, even if the thread blocks them
  kRegular,        // found in a folder: a regular file, or a link to one; never waits
  kRegularNoLink,  // a regular file itself
};

// The bytes of the file; of standard input for "-", as kAny. Safe to call from several threads.
// Memory: at most twice `max_bytes`.
// Errors, without the path: kNotFound: there is none; kInvalidInput: it is of another kind or
// cannot be read, with the system's reason; kLimitExceeded: it has more than `max_bytes` bytes.
base::Result<std::string> ReadFile(const std::string& path, std::size_t max_bytes, FileKind kind);

// Descriptor: an open file, closed at the end of its life.
// Moves, does not copy. Standard input is not closed.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) close(fd_);
  }

  // Below 0: it is not open.
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace structural::files
