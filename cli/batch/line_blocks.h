// Lines read from a file descriptor in blocks, as they come.
#pragma once

#include <string>

namespace structural::cli {

// Not thread-safe. Memory: one block, and the longest line.
class LineBlocks {
 public:
  // `fd` stays the caller's.
  explicit LineBlocks(int fd) : fd_(fd) {}

  // Whole lines, newlines included; the last line of the input may lack its own. Returns what is
  // there without waiting for more, so that a caller can be answered line by line. False at the end
  // of the input, or where reading failed.
  bool Next(std::string& block);

  // 0, or the errno of the read that failed; EFBIG for a line above 256 MiB.
  int error() const { return error_; }

 private:
  bool Fill(std::string& block);

  const int fd_;
  std::string rest_;  // the beginning of a line
  bool ended_ = false;
  int error_ = 0;
};

}  // namespace structural::cli
