// Event: a Kubernetes Event about an object, which `kubectl describe` and `kubectl events` show.
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

// Repeated occurrences of an Event.
struct EventSeries {
  int count = 2;            // number of occurrences, including the first one
  MicroTime last_observed;  // time of the last occurrence
};

struct Event {
  static constexpr std::size_t kMaxNoteBytes = 1024;

  ObjectReference regarding;               // the object that the Event is about
  std::string type = "Normal";             // "Normal" or "Warning"
  std::string reason;                      // reason, for programs: "NonStructuralSchema"
  std::string action;                      // what the controller did: "SetCondition"
  std::string note;                        // text for users; cut to kMaxNoteBytes
  std::string reporting_controller;        // name of the program: "structural.example.com/controller"
  std::string reporting_instance;          // name of the process, such as the name of its Pod
  MicroTime time;                          // time of the first occurrence, also used in the Event's name
  std::optional<EventSeries> series = {};  // nullopt if the Event occurred only once
};

// EventWriter: writes Events to the API server. Thread-safe.
class EventWriter {
 public:
  // The client must outlive the EventWriter.
  explicit EventWriter(Client& client) : client_(client) {}

  // Creates the Event in the object's namespace, or in "default" for a cluster-scoped object. If event.series is set,
  // updates the series of the stored Event instead; creates the Event if it no longer exists. If the server does not
  // have events.k8s.io/v1 (before 1.19), writes this and all later Events as core v1 Events. kForbidden: the client
  // must not write Events. kNotFound: the server does not serve Events, or the namespace does not exist.
  base::Status Write(const Event& event, std::stop_token stop);

 private:
  base::Result<std::string> WriteTo(bool core, const Event& event, std::stop_token stop);

  Client& client_;
  std::atomic<bool> uses_core_v1_ = false;  // the server does not have events.k8s.io/v1
};

}  // namespace structural::kube
