// Descriptor: an open file, closed at the end of its life.
#pragma once

#include <utility>

#include <unistd.h>

namespace structural::files {

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
