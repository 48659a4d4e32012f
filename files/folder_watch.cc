#include "files/folder_watch.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace structural::files {
namespace {

using base::ErrorCode;

constexpr std::uint32_t kChanges =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

base::Error SystemError(const std::string& what, ErrorCode code) { return {code, what + ": " + std::strerror(errno)}; }

}  // namespace

FolderWatch::~FolderWatch() {
  if (inotify_ >= 0) close(inotify_);
  if (stop_event_ >= 0) close(stop_event_);
}

base::Status FolderWatch::CreateDescriptors() {
  if (inotify_ < 0) inotify_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (stop_event_ < 0) stop_event_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (inotify_ < 0 || stop_event_ < 0) return SystemError("watch files", ErrorCode::kLimitExceeded);
  return base::Ok();
}

base::Status FolderWatch::Add(const std::string& folder) {
  if (folders_.contains(folder)) return base::Ok();
  const base::Status opened = CreateDescriptors();
  if (!opened.ok()) return opened;
  if (inotify_add_watch(inotify_, folder.c_str(), kChanges) < 0)
    return SystemError(folder, errno == ENOSPC ? ErrorCode::kLimitExceeded : ErrorCode::kNotFound);
  folders_.insert(folder);
  return base::Ok();
}

void FolderWatch::DiscardEvents() const {
  alignas(inotify_event) char events[4096];
  while (read(inotify_, events, sizeof events) > 0) {
  }
}

bool FolderWatch::Wait(std::stop_token stop, std::chrono::milliseconds quiet) {
  if (!CreateDescriptors().ok()) return false;
  const std::stop_callback on_stop(stop, [this] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(stop_event_, &one, sizeof one);
  });
  pollfd files[] = {{inotify_, POLLIN, 0}, {stop_event_, POLLIN, 0}};
  int timeout = -1;  // milliseconds; -1: wait without a limit for the first change
  for (;;) {
    const int ready = poll(files, 2, timeout);
    if (stop.stop_requested()) return false;
    if (ready == 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    if (ready < 0) continue;
    DiscardEvents();
    timeout = static_cast<int>(quiet.count());
  }
}

}  // namespace structural::files
