#include "kube/config/read_file.h"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;
using Clock = std::chrono::steady_clock;

constexpr size_t kMaxBytes = size_t{4} << 20;
// Type (statfs::f_type) of the kernel's file system for pipes without a name.
// Upstream: include/uapi/linux/magic.h PIPEFS_MAGIC
constexpr auto kPipe = 0x50495045;

Error FileError(const std::string& path, int number) {
  const auto code = number == ENOENT ? ErrorCode::kNotFound : ErrorCode::kInvalidInput;
  return {code, "read " + path + ": " + std::generic_category().message(number)};
}

class Descriptor {
 public:
  explicit Descriptor(int file) : file_(file) {}
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return file_; }

 private:
  const int file_;
};

// Returns whether the file is a FIFO, that is, a pipe with a name. A FIFO without a writer can get one later. A pipe
// without a name cannot, so it is at its end.
bool IsFifo(int file) {
  struct stat about {};
  struct statfs system {};
  return ::fstat(file, &about) == 0 && S_ISFIFO(about.st_mode) && ::fstatfs(file, &system) == 0 &&
         system.f_type != kPipe;
}

// ReadDeadline: waits until data or the end of a file can be read, within the limits of a FileWait.
class ReadDeadline {
 public:
  explicit ReadDeadline(const FileWait& wait)
      : stop_(wait.stop),
        deadline_(Clock::now() + wait.max),
        stopped_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        wake_(stop_, [file = stopped_.get()] { ::eventfd_write(file, 1); }) {}

  Status Wait(int file) const {
    while (!stop_.stop_requested()) {
      pollfd files[] = {{file, POLLIN, 0}, {stopped_.get(), POLLIN, 0}};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
      const auto time = std::clamp<std::int64_t>(left.count(), 0, 1'000);
      if (::poll(files, 2, static_cast<int>(time)) > 0 && files[0].revents != 0) return base::Ok();
      if (left.count() <= 0) return Error(ErrorCode::kTimeout, "no data before the deadline");
    }
    return Error(ErrorCode::kCancelled, "stopped by the caller");
  }

 private:
  const std::stop_token stop_;
  const Clock::time_point deadline_;
  const Descriptor stopped_;
  const std::stop_callback<std::function<void()>> wake_;
};

}  // namespace

base::Result<std::string> ReadSmallFile(const std::string& path, const FileWait& wait) {
  // Without O_NONBLOCK, opening a FIFO would block.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) return FileError(path, errno);
  const ReadDeadline deadline(wait);
  std::string bytes;
  char block[16384];
  for (bool wait_first = IsFifo(file.get());; wait_first = false) {
    const ssize_t count = wait_first ? -1 : ::read(file.get(), block, sizeof block);
    if (count == 0) return bytes;
    if (count > 0) {
      bytes.append(block, static_cast<size_t>(count));
    } else if (wait_first || errno == EAGAIN) {
      const Status there = deadline.Wait(file.get());
      if (!there.ok()) return there.error().In("read " + path);
    } else if (errno != EINTR) {
      return FileError(path, errno);
    }
    if (bytes.size() > kMaxBytes) {
      return Error(ErrorCode::kLimitExceeded, "read " + path + ": more than 4 MiB");
    }
  }
}

}  // namespace structural::kube
