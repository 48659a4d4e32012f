#include "cli/lint/read_input.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace structural::lint {
namespace {

using base::ErrorCode;

base::Error SystemError(int error) {
  return {ErrorCode::kInvalidInput, std::string("cannot be read: ") + std::strerror(error)};
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : fd_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

// The size that is to be expected, of a file.
std::size_t SizeOf(int fd) {
  struct stat status{};
  const bool known = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  return known ? static_cast<std::size_t>(status.st_size) : 0;
}

}  // namespace

base::Result<std::string> ReadInput(const std::string& path) {
  const Descriptor file(path);
  if (file.get() < 0) return SystemError(errno);
  std::string text;
  std::size_t room = SizeOf(file.get()) + 1;
  for (;;) {
    const std::size_t size = text.size();
    if (size > kMaxInputBytes || room > kMaxInputBytes) {
      return {ErrorCode::kLimitExceeded,
              "is larger than " + std::to_string(kMaxInputBytes >> 20) + " MiB: split it"};
    }
    text.resize(size + room);
    const ssize_t got = read(file.get(), text.data() + size, room);
    const int error = errno;
    text.resize(size + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got < 0 && error != EINTR) return SystemError(error);
    if (got == 0) return text;
    room = 64 * 1024;
  }
}

}  // namespace structural::lint
