#include "kube/event.h"

#include <cstdio>

#include <nlohmann/json.hpp>

namespace structural::kube {
namespace {

using base::ErrorCode;
using base::Result;
using nlohmann::json;

// The server's maximum number of bytes: of an Event's reason, action and instance (kMaxShort), and of its name.
// Upstream: apis/core/validation/events.go (kubernetes 1.37)
constexpr size_t kMaxShort = 128;
constexpr size_t kMaxName = 253;

// Returns the text, cut between two characters to at most `max` bytes.
std::string Cut(const std::string& text, size_t max) {
  if (text.size() <= max) return text;
  size_t end = max - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

// Returns the namespace in which the Event is written.
std::string EventSpace(const Event& event) {
  return event.regarding.namespace_.empty() ? "default" : event.regarding.namespace_;
}

// Returns the Event's name: the object's name and the time of the first occurrence.
//
// Upstream: tools/record/util/util.go GenerateEventName (client-go 0.37)
std::string EventName(const Event& event) {
  const auto nanos = std::chrono::nanoseconds(event.time.time_since_epoch()).count();
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".%llx", static_cast<unsigned long long>(nanos));
  return event.regarding.name.substr(0, kMaxName - std::string(suffix).size()) + suffix;
}

json Metadata(const Event& event) { return {{"name", EventName(event)}, {"namespace", EventSpace(event)}}; }

json Reference(const ObjectReference& object) {
  json reference = {{"apiVersion", object.api_version}, {"kind", object.kind}, {"name", object.name}};
  if (!object.namespace_.empty()) reference["namespace"] = object.namespace_;
  if (!object.uid.empty()) reference["uid"] = object.uid;
  return reference;
}

std::string Second(MicroTime time) {
  return FormatMicroTime(std::chrono::floor<std::chrono::seconds>(time)).substr(0, 19) + "Z";
}

json Series(const EventSeries& series) {
  return {{"count", series.count}, {"lastObservedTime", FormatMicroTime(series.last_observed)}};
}

// Returns the time of the last occurrence.
MicroTime Last(const Event& event) { return event.series ? event.series->last_observed : event.time; }

json Add(const char* path, json value) { return {{"op", "add"}, {"path", path}, {"value", std::move(value)}}; }

// Returns the object as JSON text. Replaces invalid UTF-8 in names and notes, which the server would refuse.
std::string Text(const json& object) { return object.dump(-1, ' ', false, json::error_handler_t::replace); }

// Returns the Event as JSON of events.k8s.io/v1.
std::string EventJson(const Event& event) {
  json object = {{"apiVersion", "events.k8s.io/v1"},
                 {"kind", "Event"},
                 {"metadata", Metadata(event)},
                 {"eventTime", FormatMicroTime(event.time)},
                 {"reportingController", event.reporting_controller},
                 {"reportingInstance", Cut(event.reporting_instance, kMaxShort)},
                 {"action", Cut(event.action, kMaxShort)},
                 {"reason", Cut(event.reason, kMaxShort)},
                 {"regarding", Reference(event.regarding)},
                 {"note", Cut(event.note, Event::kMaxNoteBytes)},
                 {"type", event.type}};
  if (event.series) object["series"] = Series(*event.series);
  return Text(object);
}

// Returns the Event as JSON of core v1, for servers before 1.19.
std::string CoreEventJson(const Event& event) {
  return Text({{"apiVersion", "v1"},
               {"kind", "Event"},
               {"metadata", Metadata(event)},
               {"involvedObject", Reference(event.regarding)},
               {"reason", Cut(event.reason, kMaxShort)},
               {"message", Cut(event.note, Event::kMaxNoteBytes)},
               {"source", {{"component", event.reporting_controller}}},
               {"firstTimestamp", Second(event.time)},
               {"lastTimestamp", Second(Last(event))},
               {"count", event.series ? event.series->count : 1},
               {"type", event.type},
               {"action", Cut(event.action, kMaxShort)},
               {"reportingComponent", event.reporting_controller},
               {"reportingInstance", Cut(event.reporting_instance, kMaxShort)}});
}

// SeriesPatch returns a JSON Patch that updates the series of a stored Event of events.k8s.io/v1. CoreSeriesPatch
// returns one that updates the count of a stored Event of core v1. Precondition: event.series is set.
std::string SeriesPatch(const Event& event) { return Text(json::array({Add("/series", Series(*event.series))})); }

std::string CoreSeriesPatch(const Event& event) {
  return Text(json::array({Add("/count", event.series->count), Add("/lastTimestamp", Second(Last(event)))}));
}

std::string Collection(std::string_view api, const Event& event) {
  return std::string(api) + "/namespaces/" + EventSpace(event) + "/events";
}

}  // namespace

Result<std::string> EventWriter::WriteTo(bool core, const Event& event, std::stop_token stop) {
  const std::string collection = Collection(core ? "/api/v1" : "/apis/events.k8s.io/v1", event);
  if (event.series) {
    const std::string patch = core ? CoreSeriesPatch(event) : SeriesPatch(event);
    Result<std::string> patched = client_.JsonPatch(collection + "/" + EventName(event), patch, stop);
    if (patched.ok() || patched.error().code() != ErrorCode::kNotFound) return patched;
  }
  return client_.Create(collection, core ? CoreEventJson(event) : EventJson(event), stop);
}

base::Status EventWriter::Write(const Event& event, std::stop_token stop) {
  bool core = uses_core_v1_;
  Result<std::string> written = WriteTo(core, event, stop);
  if (!core && !written.ok() && written.error().code() == ErrorCode::kNotFound) {
    core = true;
    written = WriteTo(core, event, stop);
  }
  // AlreadyExists also means success here: the client repeated the request after a broken connection, but the server
  // had already applied the request. So the Event is written.
  const bool exists = !written.ok() && written.error().reason() == "AlreadyExists";
  if (!written.ok() && !exists) return written.error();
  uses_core_v1_ = core;
  return base::Ok();
}

}  // namespace structural::kube
