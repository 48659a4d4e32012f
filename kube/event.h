// Event: a note about an object, shown by `kubectl describe` and `kubectl events`.
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
  std::string namespace_ = {};  // empty for a cluster-scoped object
  std::string name;
  std::string uid = {};
};

// The repetitions of an Event.
struct EventSeries {
  int count = 2;
  MicroTime last_observed;
};

struct Event {
  static constexpr std::size_t kMaxNote = 1024;  // bytes

  ObjectReference regarding;
  std::string type = "Normal";       // "Normal" or "Warning"
  std::string reason;                // reason, for programs: "NonStructuralSchema"
  std::string action;                // action: "SetCondition"
  std::string note;                  // text for users; cut to kMaxNote
  std::string reporting_controller;  // name of the program: "structural.example.com/controller"
  std::string reporting_instance;    // name of the process, such as that of the Pod
  MicroTime time;                    // time of the first occurrence, also used in the Event's name
  std::optional<EventSeries> series = {};
};

// Thread-safe.
class EventWriter {
 public:
  // The client must outlive the object.
  explicit EventWriter(Client& client) : client_(client) {}

  // Creates the Event in the object's namespace, or in "default" for a cluster-scoped object. A
  // series updates its first Event, or creates it if it no longer exists. If the server does not
  // have events.k8s.io/v1 (before 1.19), this and all later Events are core v1 Events.
  // kForbidden: Events must not be written. kNotFound: the server has no Events, or no such
  // namespace.
  base::Status Write(const Event& event, std::stop_token stop);

 private:
  base::Result<std::string> WriteTo(bool core, const Event& event, std::stop_token stop);

  Client& client_;
  std::atomic<bool> only_core_ = false;
};

}  // namespace structural::kube
