#include "cli/shared/progress.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace structural::cli {
namespace {

constexpr std::chrono::milliseconds kPause{200};

}  // namespace

Progress::Progress(const char* units, const char* done, Beside beside)
    : unit_(units),
      done_(done),
      shown_(isatty(STDERR_FILENO) != 0 &&
             (beside == Beside::kOutput || isatty(STDOUT_FILENO) == 0)),
      next_(std::chrono::steady_clock::now() + kPause) {}

void Progress::Clear() {
  if (std::exchange(visible_, false)) std::fputs("\r\033[K", stderr);
}

void Progress::Add(std::uint64_t units, std::uint64_t bytes) {
  count_ += units;
  bytes_ += bytes;
  if (!shown_ || std::chrono::steady_clock::now() < next_) return;
  next_ = std::chrono::steady_clock::now() + kPause;
  visible_ = true;
  std::fprintf(stderr, "\r\033[K%llu %s, %.1f MB %s", static_cast<unsigned long long>(count_),
               unit_, static_cast<double>(bytes_) / 1e6, done_);
}

}  // namespace structural::cli
