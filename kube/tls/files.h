// TlsFiles: a TlsConfig, kept fresh from the files that it names.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>

#include "kube/config/config.h"

namespace structural::kube {

// Thread-safe.
class TlsFiles {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TlsFiles(TlsConfig config, std::function<Clock::time_point()> now = &Clock::now);

  // The config, with the files as they were at most ten seconds ago. A file that is missing or
  // empty, as it may be while somebody replaces it, leaves its last text in place.
  TlsConfig Get();

  // The same, with the files as they are now.
  TlsConfig GetNow();

 private:
  void ReadFiles();

  std::mutex mutex_;
  TlsConfig config_;
  const std::function<Clock::time_point()> now_;
  Clock::time_point read_at_;
};

}  // namespace structural::kube
