// WarningLog: logs what the API server warns of, each text once.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_set>

#include "kube/transport/headers.h"

namespace structural::controller {

// Thread-safe.
class WarningLog {
 public:
  // Further texts are not logged.
  static constexpr std::size_t kMostTexts = 1000;

  // The header fields of an answer.
  void OnAnswer(const kube::Headers& headers);

 private:
  bool IsNew(std::size_t hash);

  std::mutex mutex_;
  std::unordered_set<std::size_t> logged_;  // hashes
};

}  // namespace structural::controller
