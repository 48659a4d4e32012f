#include "kube/transport/answer_counter.h"

namespace structural::kube {
namespace {

constexpr std::string_view kEnd = "\r\n\r\n";

}  // namespace

// How many of these bytes belong to the header. Informational answers (1xx) are to the library what
// others are.
std::size_t AnswerCounter::HeaderBytes(std::string_view bytes) {
  std::size_t used = 0;
  while (used < bytes.size() && matched_ < kEnd.size()) {
    const char c = bytes[used++];
    matched_ = c == kEnd[matched_] ? matched_ + 1 : c == kEnd[0] ? 1 : 0;
  }
  return used;
}

bool AnswerCounter::Add(std::string_view bytes) {
  if (window_ == nullptr) return true;
  if (!window_->in_body()) {
    const std::size_t header = HeaderBytes(bytes);
    if (!window_->Add(header)) return false;
    bytes.remove_prefix(header);
    if (matched_ < kEnd.size()) return true;
    window_->BeginBody();
  }
  matched_ = 0;
  return window_->Add(bytes.size());
}

}  // namespace structural::kube
