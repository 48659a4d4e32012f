// Event: a note about an object that people read with `kubectl describe` and `kubectl events`.
//
// Upstream: api/events/v1 types.go; tools/events/event_recorder.go makeEvent (client-go 0.37).
#pragma once

#include <atomic>
#include <optional>
#include <stop_token>
#include <string>

#include "kube/client.h"
#include "kube/micro_time.h"
#include "schema/base/result.h"

namespace structural::kube {

struct ObjectReference {
  std::string api_version;
  std::string kind;
  std::string namespace_ = {};  // the namespace; empty for what has none
  std::string name;
  std::string uid = {};
};

// It happened several times.
struct EventSeries {
  int count = 2;
  MicroTime last_observed;
};

struct Event {
  static constexpr std::size_t kMaxNote = 1024;  // bytes

  ObjectReference regarding;
  std::string type = "Normal";       // or "Warning"
  std::string reason;                // why, for machines: "NonStructuralSchema"
  std::string action;                // what was done: "SetCondition"
  std::string note;                  // for people; what is longer than kMaxNote is cut
  std::string reporting_controller;  // "structural.example.com/controller"
  std::string reporting_instance;    // the name of the pod, say
  MicroTime time;                    // the first one, which the Event is named after
  std::optional<EventSeries> series = {};
};

// Thread-safe.
class EventWriter {
 public:
  // The client must outlive it.
  explicit EventWriter(Client& client) : client_(client) {}

  // Creates it, in the object's namespace, or in "default" where it has none; a series is written
  // onto its first Event, and created where that is gone. Where the server has no events.k8s.io/v1
  // (before 1.19) it becomes a core v1 Event, from then on at once.
  // kForbidden: events may not be written. kNotFound: the server has no Events, or no such
  // namespace. An Event is worth no retry: log the error.
  base::Status Write(const Event& event, std::stop_token stop);

 private:
  base::Result<std::string> WriteTo(bool core, const Event& event, std::stop_token stop);

  Client& client_;
  std::atomic<bool> only_core_ = false;
};

}  // namespace structural::kube
