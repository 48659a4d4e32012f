// WatchEvent: one line of a watch.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::kube {

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
