// LineSplitter: lines out of chunks that end anywhere.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::kube {

// Clears a buffer that is filled again and again, and gives up what one large text made it take.
void Empty(std::string& buffer);

// Keeps at most one unfinished line. Not thread-safe.
class LineSplitter {
 public:
  // on_line gets each line without its newline, empty ones left out, and returns false to end.
  LineSplitter(size_t max_line_bytes, std::function<bool(std::string_view)> on_line)
      : max_line_bytes_(max_line_bytes), on_line_(std::move(on_line)) {}

  // False once on_line has returned false: nothing more is wanted.
  // kLimitExceeded: a line is longer than the bound.
  base::Result<bool> Feed(std::string_view chunk);

  // The stream ended: what stands behind the last newline is a line too.
  void End();

 private:
  bool Emit(std::string_view line) { return line.empty() || on_line_(line); }

  const size_t max_line_bytes_;
  const std::function<bool(std::string_view)> on_line_;
  std::string unfinished_;
};

}  // namespace structural::kube
