// WatchOptions and WatchEvent: the request and the events of a watch.
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
  // WatchList: the current state precedes the changes, as ADDED events, up to the bookmark for
  // which EndsInitialEvents is true. Servers without it answer kUnprocessable, or ignore this.
  bool send_initial_events = false;
  // Content types of the answer, most preferred first. A consumer of kProtobufOrJson must read objects in both.
  std::string_view accept = kJsonType;
  // Time without a byte after which the connection counts as dead. Without changes a server may send nothing at all,
  // not even bookmarks, so the default is timeout_seconds plus half a minute. A vanished peer is found earlier, by TCP
  // keep-alive (kube/transport/channel.h).
  std::optional<std::chrono::milliseconds> idle = std::nullopt;
  // Called when the server has begun to answer the watch. May be null.
  std::function<void()> on_open = nullptr;
};

// Returns the path with its query.
std::string WatchPath(std::string_view path, const WatchOptions& options);

std::chrono::milliseconds IdleOf(const WatchOptions& options);

// WatchEvent: one line of a watch.
struct WatchEvent {
  enum class Type { kAdded, kModified, kDeleted, kBookmark, kError };
  Type type = Type::kError;
  std::string_view object;  // .object, not decoded: raw JSON, or a base::ProtoObject
};

// Returns whether the event is the bookmark that ends the initial state of a WatchList, with the annotation
// k8s.io/initial-events-end: "true". Returns false for an event of more than 64 KiB.
bool EndsInitialEvents(const WatchEvent& event);

// Reads a line without decoding its object. Keeps its buffers between calls, so one reader serves
// one watch. Not thread-safe.
class WatchEventReader {
 public:
  WatchEventReader();
  ~WatchEventReader();
  WatchEventReader(const WatchEventReader&) = delete;
  WatchEventReader& operator=(const WatchEventReader&) = delete;

  // Reads an event. Its object is valid until the next call. kInvalidInput: the line is not a watch event.
  base::Result<WatchEvent> Read(std::string_view line);

  // Reads a frame of a watch in protobuf. The object is a view into the frame.
  //
  // Upstream: WatchEvent of apimachinery pkg/apis/meta/v1/generated.proto (0.37.2).
  static base::Result<WatchEvent> ReadFrame(std::string_view frame);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::kube
