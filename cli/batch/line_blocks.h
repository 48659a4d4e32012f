// LineBlocks: reads lines from a file descriptor in blocks, as they arrive.
#pragma once

#include <string>

namespace structural::cli {

// Not thread-safe. Memory: one block, and the longest line.
class LineBlocks {
 public:
  // The caller keeps ownership of `fd`.
  explicit LineBlocks(int fd) : fd_(fd) {}

  // Sets `block` to the complete lines that have arrived, with their newlines; the last line of the input can lack a
  // newline. If no complete line has arrived, waits for one, but not for further lines: the caller can answer each line
  // at once. Returns false at the end of the input, or after a failed read.
  bool Next(std::string& block);

  // Returns the errno of the failed read; 0 if no read failed; EFBIG after a line above 256 MiB.
  int error() const { return error_; }

 private:
  bool Fill(std::string& block);

  const int fd_;
  std::string incomplete_line_;  // start of a line whose newline was not read yet
  bool ended_ = false;
  int error_ = 0;
};

}  // namespace structural::cli
