// ReadFile: reads the bytes of a file, up to a limit.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <unistd.h>

#include "schema/base/result.h"

namespace structural::files {

// The kinds of file that ReadFile accepts.
enum class FileKind {
  // Any file except a folder, for paths that the user names. Reading a pipe or device can block. SIGINT and SIGTERM are
  // unblocked for this thread in the meantime, so they can end the process.
  kAny,
  kRegular,        // a regular file, or a link to one, for paths that were found in a folder; never blocks
  kRegularNoLink,  // a regular file, not a link
};

// Returns the bytes of the file. The path "-" is standard input. Safe to call from several threads. Memory: at most
// twice `max_bytes`. Errors, without the path: kNotFound if the file does not exist; kInvalidInput if it is of another
// kind or cannot be read, with the system's reason; kLimitExceeded if it has more than `max_bytes` bytes.
base::Result<std::string> ReadFile(const std::string& path, std::size_t max_bytes, FileKind kind);

// Descriptor: owns a file descriptor, which the destructor closes unless it is standard input. Can be moved, not
// copied.
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

  // Returns the descriptor; negative if no file is open.
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace structural::files
