// Event: a note about an object that people read with `kubectl describe` and `kubectl events`.
//
// Upstream: api/events/v1 types.go; tools/events/event_recorder.go makeEvent (client-go 0.37).
#pragma once

#include <atomic>
#include <stop_token>
#include <string>

#include "kube/client.h"
#include "kube/micro_time.h"
#include "schema/base/result.h"

namespace structural::kube {

struct ObjectReference {
  std::string api_version;
  std::string kind;
  std::string space = {};  // the namespace; empty for what has none
  std::string name;
  std::string uid = {};
};

struct Event {
  ObjectReference regarding;
  std::string type = "Normal";       // or "Warning"
  std::string reason;                // why, for machines: "NonStructuralSchema"
  std::string action;                // what was done: "SetCondition"
  std::string note;                  // for people; longer than 1,024 bytes it is cut
  std::string reporting_controller;  // "structural.example.com/controller"
  std::string reporting_instance;    // the name of the pod, say
  MicroTime time;
};

// Thread-safe.
class EventWriter {
 public:
  // The client must outlive it.
  explicit EventWriter(Client& client) : client_(client) {}

  // Creates it, in the object's namespace, or in "default" where it has none. Where the server has
  // no events.k8s.io/v1 (before 1.19) it becomes a core v1 Event, from then on at once.
  // kForbidden: events may not be written. An Event is worth no retry: log the error.
  base::Status Write(const Event& event, std::stop_token stop);

 private:
  Client& client_;
  std::atomic<bool> only_core_ = false;
};

}  // namespace structural::kube
