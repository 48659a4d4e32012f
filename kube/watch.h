// What is asked of a watch.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

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
  // vanished is found earlier, by TCP (kube/transport/channel.h).
  std::optional<std::chrono::milliseconds> idle = std::nullopt;
  // Called when the server has begun to answer the watch. Null: nobody is told.
  std::function<void()> on_open = nullptr;
};

// The path with its query.
std::string WatchPath(std::string_view path, const WatchOptions& options);

std::chrono::milliseconds IdleOf(const WatchOptions& options);

// WatchEvent: one line of a watch.
struct WatchEvent {
  enum class Type { kAdded, kModified, kDeleted, kBookmark, kError };
  Type type = Type::kError;
  std::string_view object;  // the raw JSON of .object, not looked into
};

// Whether the event is the bookmark that ends the present state of a WatchList: it is annotated
// k8s.io/initial-events-end: "true". Never one of more than 64 KiB.
bool EndsInitialEvents(const WatchEvent& event);

// Takes one line apart without decoding its object. Keeps its buffers between calls, so one reader
// serves one watch. Not thread-safe.
class WatchEventReader {
 public:
  WatchEventReader();
  ~WatchEventReader();
  WatchEventReader(const WatchEventReader&) = delete;
  WatchEventReader& operator=(const WatchEventReader&) = delete;

  // The event's object is valid until the next call. kInvalidInput: the line is no watch event.
  base::Result<WatchEvent> Read(std::string_view line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::kube
