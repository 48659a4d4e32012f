#include "cli/line_blocks.h"

#include <cerrno>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace structural::cli {
namespace {

constexpr std::size_t kReadBytes = 256 * 1024;

}  // namespace

bool LineBlocks::Fill() {
  const std::size_t before = rest_.size();
  rest_.resize(before + kReadBytes);
  ssize_t got;
  do {
    got = read(fd_, rest_.data() + before, kReadBytes);
  } while (got < 0 && errno == EINTR);
  rest_.resize(before + (got > 0 ? got : 0));
  if (got < 0) error_ = errno;
  return got > 0;
}

bool LineBlocks::Next(std::string& block) {
  block.clear();
  while (!ended_) {
    const std::size_t searched = rest_.size();
    ended_ = !Fill();
    const auto newline = std::string_view(rest_).substr(searched).rfind('\n');
    if (newline == std::string_view::npos) continue;
    const std::size_t size = searched + newline + 1;
    block.assign(rest_, 0, size);
    rest_.erase(0, size);
    return true;
  }
  if (rest_.empty() || error_ != 0) return false;
  block = std::exchange(rest_, {});
  return true;
}

}  // namespace structural::cli
