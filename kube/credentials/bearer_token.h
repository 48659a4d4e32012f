// BearerToken: the token of a ClientConfig, kept fresh from its file.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>

#include "kube/config/config.h"
#include "schema/base/result.h"

namespace structural::kube {

// Whether a token can be sent: visible ASCII without spaces.
bool IsHeaderText(const std::string& text);

// Thread-safe.
class BearerToken {
 public:
  using Clock = std::chrono::steady_clock;

  explicit BearerToken(const ClientConfig& config,
                       std::function<Clock::time_point()> now = &Clock::now)
      : file_(config.token_file), token_(config.token), now_(std::move(now)) {}

  // The token, empty when there is none. A file is read again when the last reading is 50 seconds
  // old; when that fails the last token stays in use, as it may still be valid. The first token may
  // come through a pipe: it is waited for, until `stop` fires.
  // kInvalidInput: there never was one, or it holds bytes that no header may have.
  // Upstream: transport/token_source.go cachingTokenSource (client-go 0.37)
  base::Result<std::string> Get(std::stop_token stop = {});

  // The same, with the file as it is now: the server answered the last token with 401.
  base::Result<std::string> GetAfterRefusal();

 private:
  void ReadFile(std::stop_token stop);

  const std::string file_;
  std::mutex mutex_;
  std::string token_;
  std::string failure_;  // why the file could not be read, empty when it was
  Clock::time_point read_at_ = Clock::time_point::min();
  const std::function<Clock::time_point()> now_;
};

}  // namespace structural::kube
