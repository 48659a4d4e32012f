// What is asked of a watch.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace structural::kube {

struct WatchOptions {
  std::string resource_version = {};
  int timeout_seconds = 300;  // when the server ends the watch
  bool allow_bookmarks = true;
  // WatchList: the present state comes first, as ADDED events, up to the bookmark for which
  // EndsInitialEvents holds. Servers without it answer kUnprocessable, or just watch.
  bool send_initial_events = false;
  // Silence after which the peer counts as dead. Where nothing changes a server may send nothing
  // at all, bookmarks neither, so the default is timeout_seconds and half a minute. A peer that
  // vanished is found earlier, by TCP (kube/transport/socket_options.h).
  std::optional<std::chrono::milliseconds> idle = std::nullopt;
  // Called when the server has begun to answer the watch. Null: nobody is told.
  std::function<void()> on_open = nullptr;
};

// The path with its query.
std::string WatchPath(std::string_view path, const WatchOptions& options);

std::chrono::milliseconds IdleOf(const WatchOptions& options);

}  // namespace structural::kube
