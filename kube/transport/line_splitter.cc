#include "kube/transport/line_splitter.h"

namespace structural::kube {

void Empty(std::string& buffer) {
  constexpr size_t kKept = size_t{512} << 10;
  buffer.clear();
  if (buffer.capacity() > kKept) buffer.shrink_to_fit();
}

base::Result<bool> LineSplitter::Feed(std::string_view chunk) {
  while (true) {
    const size_t newline = chunk.find('\n');
    const std::string_view part = chunk.substr(0, newline);
    if (unfinished_.size() + part.size() > max_line_bytes_) {
      return base::Error(base::ErrorCode::kLimitExceeded,
                         "a line has more than " + std::to_string(max_line_bytes_) + " bytes");
    }
    if (newline == std::string_view::npos) {
      unfinished_ += part;
      return true;
    }
    bool go_on = true;
    if (unfinished_.empty()) {
      go_on = Emit(part);  // whole in this chunk: not copied
    } else {
      unfinished_ += part;
      go_on = Emit(unfinished_);
      Empty(unfinished_);
    }
    if (!go_on) return false;
    chunk.remove_prefix(newline + 1);
  }
}

void LineSplitter::End() {
  Emit(unfinished_);
  unfinished_.clear();
}

}  // namespace structural::kube
