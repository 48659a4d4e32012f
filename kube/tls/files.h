// TlsFiles: a TlsConfig, kept up to date with its files.
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

  // Returns the config with the files' content of at most ten seconds ago. A missing or empty file
  // keeps its last content, because it may be about to be replaced.
  TlsConfig Get();

  // Returns the config with the current content of the files.
  TlsConfig GetNow();

 private:
  void ReadFiles();

  std::mutex mutex_;
  TlsConfig config_;
  const std::function<Clock::time_point()> now_;
  Clock::time_point read_at_;
};

}  // namespace structural::kube
