// FolderWatch: waits for changes in folders.
#pragma once

#include <chrono>
#include <set>
#include <stop_token>
#include <string>

#include "schema/base/result.h"

namespace structural::files {

// Uses inotify, which does not report changes in subfolders, or changes that other machines make on a
// network file system. Not thread-safe.
class FolderWatch {
 public:
  FolderWatch() = default;
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Watches the folder from now on; a second call for the same folder does nothing. Errors, with
  // the system's reason: kNotFound; kLimitExceeded if the system allows no further watches.
  base::Status Add(const std::string& folder);

  // Waits for a change since Add or the last call, and then until nothing has changed for `quiet`.
  // Returns false if `stop` was requested before.
  bool Wait(std::stop_token stop, std::chrono::milliseconds quiet);

 private:
  base::Status Open();
  void Drain() const;

  int inotify_ = -1;
  int stopped_ = -1;  // eventfd that ends poll when a stop is requested
  std::set<std::string> folders_;
};

}  // namespace structural::files
