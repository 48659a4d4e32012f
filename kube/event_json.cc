#include "kube/event_json.h"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace structural::kube {
namespace {

using nlohmann::json;

// What the server takes. Upstream: apis/core/validation/events.go (kubernetes 1.37)
constexpr size_t kMaxNote = 1024;
constexpr size_t kMaxShort = 128;
constexpr size_t kMaxName = 253;

// Cut at a character's beginning.
std::string Cut(const std::string& text, size_t max) {
  if (text.size() <= max) return text;
  size_t end = max - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// Upstream: tools/internal/events/util.go GenerateEventName (client-go 0.37)
std::string NameOf(const Event& event) {
  const auto nanos = std::chrono::nanoseconds(event.time.time_since_epoch()).count();
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".%llx", static_cast<unsigned long long>(nanos));
  return event.regarding.name.substr(0, kMaxName - std::string(suffix).size()) + suffix;
}

json Metadata(const Event& event) {
  return {{"name", NameOf(event)}, {"namespace", EventSpace(event)}};
}

json Reference(const ObjectReference& object) {
  json reference = {
      {"apiVersion", object.api_version}, {"kind", object.kind}, {"name", object.name}};
  if (!object.space.empty()) reference["namespace"] = object.space;
  if (!object.uid.empty()) reference["uid"] = object.uid;
  return reference;
}

// What foreign bytes are in a name or a note are replaced: an Event is not worth failing for.
std::string Text(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string EventSpace(const Event& event) {
  return event.regarding.space.empty() ? "default" : event.regarding.space;
}

std::string EventJson(const Event& event) {
  return Text({{"apiVersion", "events.k8s.io/v1"},
               {"kind", "Event"},
               {"metadata", Metadata(event)},
               {"eventTime", FormatMicroTime(event.time)},
               {"reportingController", event.reporting_controller},
               {"reportingInstance", Cut(event.reporting_instance, kMaxShort)},
               {"action", Cut(event.action, kMaxShort)},
               {"reason", Cut(event.reason, kMaxShort)},
               {"regarding", Reference(event.regarding)},
               {"note", Cut(event.note, kMaxNote)},
               {"type", event.type}});
}

std::string CoreEventJson(const Event& event) {
  const std::string second =
      FormatMicroTime(std::chrono::floor<std::chrono::seconds>(event.time)).substr(0, 19) + "Z";
  return Text({{"apiVersion", "v1"},
               {"kind", "Event"},
               {"metadata", Metadata(event)},
               {"involvedObject", Reference(event.regarding)},
               {"reason", Cut(event.reason, kMaxShort)},
               {"message", Cut(event.note, kMaxNote)},
               {"source", {{"component", event.reporting_controller}}},
               {"firstTimestamp", second},
               {"lastTimestamp", second},
               {"count", 1},
               {"type", event.type},
               {"action", Cut(event.action, kMaxShort)},
               {"reportingComponent", event.reporting_controller},
               {"reportingInstance", Cut(event.reporting_instance, kMaxShort)}});
}

}  // namespace structural::kube
