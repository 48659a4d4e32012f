// FolderWatch: waits for changes in folders.
#pragma once

#include <chrono>
#include <set>
#include <stop_token>
#include <string>

#include "schema/base/result.h"

namespace structural::files {

// Uses inotify, which reports neither changes in subfolders nor changes that other machines make on a network file
// system. Not thread-safe.
class FolderWatch {
 public:
  FolderWatch() = default;
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Watches the folder from now on. A second call for the same folder does nothing. Errors, with the system's reason:
  // kLimitExceeded if the system allows no further watches; kNotFound for all other failures.
  base::Status Add(const std::string& folder);

  // Waits for a change, and then until nothing has changed for the time `quiet`. A change since Add, or since the
  // previous call of Wait, counts, too. Returns true after a change. Returns false if `stop` is requested during the
  // wait, or if the system cannot wait.
  bool Wait(std::stop_token stop, std::chrono::milliseconds quiet);

 private:
  base::Status CreateDescriptors();
  void DiscardEvents() const;

  int inotify_ = -1;     // descriptor of inotify; -1: not opened yet
  int stop_event_ = -1;  // eventfd that ends the wait when a stop is requested
  std::set<std::string> folders_;
};

}  // namespace structural::files
