// FolderWatch: waits until something changes in folders.
#pragma once

#include <chrono>
#include <set>
#include <stop_token>
#include <string>

#include "schema/base/result.h"

namespace structural::files {

// By inotify: not what is below the folders, and not on file systems that another machine changes.
// Not thread-safe.
class FolderWatch {
 public:
  FolderWatch() = default;
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Watches the folder from now on; once is enough. An error, with the system's reason: kNotFound,
  // kLimitExceeded where the system allows no more.
  base::Status Add(const std::string& folder);

  // Returns after a change since Add or the last call, and once nothing has changed for `quiet`.
  // False: it was stopped before.
  bool Wait(std::stop_token stop, std::chrono::milliseconds quiet);

 private:
  base::Status Open();
  void Drain() const;

  int inotify_ = -1;
  int stopped_ = -1;  // an eventfd
  std::set<std::string> folders_;
};

}  // namespace structural::files
