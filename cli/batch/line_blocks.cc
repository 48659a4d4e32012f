#include "cli/batch/line_blocks.h"

#include <cerrno>
#include <utility>

#include <unistd.h>

namespace structural::cli {
namespace {

// Maximum size of one read, in bytes: the capacity of a pipe.
constexpr std::size_t kReadBytes = 64 * 1024;
// Maximum size of a line in bytes, far above the size of any object. An endless line must not exhaust the memory.
constexpr std::size_t kMaxLine = 256 * 1024 * 1024;

}  // namespace

bool LineBlocks::Fill(std::string& block) {
  const std::size_t before = block.size();
  block.resize(before + kReadBytes);
  ssize_t got;
  do {
    got = read(fd_, block.data() + before, kReadBytes);
  } while (got < 0 && errno == EINTR);
  block.resize(before + (got > 0 ? got : 0));
  if (got < 0) error_ = errno;
  return got > 0;
}

bool LineBlocks::Next(std::string& block) {
  block = std::exchange(incomplete_line_, {});
  while (!ended_) {
    const std::size_t searched = block.size();
    ended_ = !Fill(block);
    const char* const begin = block.data();
    const void* const newline = memrchr(begin + searched, '\n', block.size() - searched);
    if (newline == nullptr) {
      if (block.size() <= kMaxLine) continue;
      error_ = EFBIG;
      return false;
    }
    const std::size_t size = static_cast<const char*>(newline) - begin + 1;
    incomplete_line_ = block.substr(size);
    block.resize(size);
    return true;
  }
  return !block.empty() && error_ == 0;
}

}  // namespace structural::cli
