// ReadFile: reads the bytes of a file, up to a limit.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <unistd.h>

#include "schema/base/result.h"

namespace structural::files {

enum class FileKind {
  kAny,            // named by the user: also a pipe or a device. While it waits for a pipe's writer,
                   // SIGINT and SIGTERM do what the process does by default, even if the thread blocks them
  kRegular,        // found in a folder: a regular file, or a link to one; never blocks
  kRegularNoLink,  // a regular file, not a link
};

// Returns the bytes of the file, or those of standard input for "-" with kAny. Safe to call from
// several threads. Memory: at most twice `max_bytes`.
// Errors, without the path: kNotFound if the file does not exist; kInvalidInput if it is of another
// kind or cannot be read, with the system's reason; kLimitExceeded if it has more than `max_bytes`
// bytes.
base::Result<std::string> ReadFile(const std::string& path, std::size_t max_bytes, FileKind kind);

// Descriptor: an open file, closed by the destructor.
// Can be moved, not copied. Standard input is not closed.
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

  // Negative if no file is open.
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace structural::files
