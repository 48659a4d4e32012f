#include "kube/credentials/bearer_token.h"

#include <algorithm>

#include "kube/config/read_file.h"

namespace structural::kube {
namespace {

constexpr std::chrono::seconds kReadAgainAfter{50};

std::string Trimmed(const std::string& text) {
  constexpr const char* kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

}  // namespace

bool IsHeaderText(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c > 0x20 && c < 0x7F; });
}

void BearerToken::ReadFile(std::stop_token stop) {
  FileWait wait{.stop = std::move(stop)};
  if (!token_.empty()) wait.most = {};  // there is one to go on with
  base::Result<std::string> text = ReadSmallFile(file_, wait);
  std::string fresh = text.ok() ? Trimmed(*text) : "";
  if (!fresh.empty()) token_ = std::move(fresh);
  const bool cancelled = !text.ok() && text.error().code() == base::ErrorCode::kCancelled;
  if (cancelled) read_at_ = Clock::time_point::min();
  failure_ = !text.ok() ? text.error().message() : "read " + file_ + ": the file is empty";
}

base::Result<std::string> BearerToken::Get(std::stop_token stop) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = now_();
  if (!file_.empty() &&
      (read_at_ == Clock::time_point::min() || now - read_at_ >= kReadAgainAfter)) {
    read_at_ = now;
    ReadFile(std::move(stop));
  }
  if (token_.empty() && !file_.empty()) {
    return base::Error(base::ErrorCode::kInvalidInput, "bearer token: " + failure_);
  }
  if (!IsHeaderText(token_)) {
    return base::Error(
        base::ErrorCode::kInvalidInput,
        "bearer token: contains a space or a character that is not allowed in a header");
  }
  return token_;
}

base::Result<std::string> BearerToken::GetAfterRefusal() {
  {
    const std::lock_guard lock(mutex_);
    read_at_ = Clock::time_point::min();
  }
  return Get();
}

}  // namespace structural::kube
