// WatchOptions: the options of a watch request. WatchEvent: an event of its answer.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::kube {

struct WatchOptions {
  std::string resource_version = {};
  int timeout_seconds = 300;  // seconds after which the server ends the watch
  bool allow_bookmarks = true;
  // Requests a WatchList: the server first sends the current state as ADDED events, then a bookmark for which
  // EndsInitialEvents is true, and then the changes. A server without WatchList answers kUnprocessable, or ignores this
  // option.
  bool send_initial_events = false;
  // Accepted content types, most preferred first. With kProtobufOrJson, the caller must be able to read objects in
  // both.
  std::string_view accept = kJsonType;
  // Time without a received byte after which the watch ends with kTimeout. nullopt: timeout_seconds plus half a minute,
  // because a server without changes can send nothing at all, not even bookmarks. TCP keep-alive finds a vanished peer
  // earlier (kube/transport/channel.h).
  std::optional<std::chrono::milliseconds> idle_timeout = std::nullopt;
  // Called when the server has begun to answer the watch. May be null.
  std::function<void()> on_open = nullptr;
};

// Returns the path of a collection with the query that requests the watch.
std::string WatchPath(std::string_view path, const WatchOptions& options);

// Returns WatchOptions::idle_timeout, or its default.
std::chrono::milliseconds IdleTimeoutOf(const WatchOptions& options);

// WatchEvent: one event of a watch.
struct WatchEvent {
  enum class Type { kAdded, kModified, kDeleted, kBookmark, kError };
  Type type = Type::kError;
  std::string_view object;  // the event's object, not decoded: JSON, or a base::ProtoObject
};

// Returns whether the event is the bookmark that ends the initial state of a WatchList: it has the annotation
// k8s.io/initial-events-end: "true". Returns false for an object of more than 64 KiB.
bool EndsInitialEvents(const WatchEvent& event);

// WatchEventReader: reads the events of one watch without decoding their objects. Reuses its buffers for each event.
// Not thread-safe.
class WatchEventReader {
 public:
  WatchEventReader();
  ~WatchEventReader();
  WatchEventReader(const WatchEventReader&) = delete;
  WatchEventReader& operator=(const WatchEventReader&) = delete;

  // Reads a line of a watch in JSON. The event's object is valid until the next call. kInvalidInput: the line is not a
  // watch event.
  base::Result<WatchEvent> Read(std::string_view line);

  // Reads a frame of a watch in protobuf. The event's object is a view of the frame. kInvalidInput: the frame is not a
  // watch event.
  //
  // Upstream: WatchEvent of apimachinery pkg/apis/meta/v1/generated.proto (0.37.2).
  static base::Result<WatchEvent> ReadFrame(std::string_view frame);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::kube
