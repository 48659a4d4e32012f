// FakeTransport's answers to watches.
#include <nlohmann/json.hpp>

#include "kube/transport/api_error.h"
#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::test {

using base::ErrorCode;
using kube::Request;
using kube::Response;
using nlohmann::json;

namespace {

// Sends the beginning of the answer to a watch: the initial events, if the request has any.
void Begin(const Request& request) {
  if (request.on_answer) request.on_answer(200, {});
}

}  // namespace

std::optional<FakeTransport::StreamScript> FakeTransport::TakeScriptedStream() {
  if (stream_scripts_.empty()) return std::nullopt;
  StreamScript script = std::move(stream_scripts_.front());
  stream_scripts_.pop_front();
  return script;
}

std::vector<std::string> FakeTransport::LinesSince(const std::string& collection, long version, long* reached) const {
  std::vector<std::string> lines;
  for (const Event& event : events_) {
    if (event.version <= version) continue;
    if (event.collection == collection || event.collection.empty()) lines.push_back(event.line);
  }
  *reached = version_;
  return lines;
}

// As on a server, a watch without a resourceVersion, or with 0, begins with the current state.
std::vector<std::string> FakeTransport::InitialLines(const std::string& collection, const std::string& query,
                                                     long* reached) const {
  std::vector<std::string> lines;
  for (const auto& [path, object] : objects_) {
    if (Collection(path) == collection) lines.push_back(EventLine("ADDED", json::parse(object)));
  }
  *reached = version_;
  if (Parameter(query, "sendInitialEvents") == "true" && watch_list_ == WatchList::kServed) {
    lines.push_back(Bookmark(version_, {{"k8s.io/initial-events-end", "true"}}));
  }
  return lines;
}

base::Status FakeTransport::Stream(const Request& request, std::chrono::milliseconds, const OnLine& on_line,
                                   std::stop_token stop) {
  std::unique_lock lock(mutex_);
  requests_.push_back(request);
  if (const auto script = TakeScriptedStream()) {
    lock.unlock();
    if (!script->lines.empty() || script->end.ok()) Begin(request);
    for (const std::string& line : script->lines) {
      if (!on_line(line)) return base::Ok();
    }
    return script->end;
  }
  if (const auto answer = AnswerForGroup(request)) return kube::ErrorFromResponse(*answer);
  const std::string query = QueryOf(request);
  long version = Number(Parameter(query, "resourceVersion"));
  const int era = watch_era_;
  const bool initial = Parameter(query, "sendInitialEvents") == "true";
  if (initial && watch_list_ == WatchList::kRefused) {
    return kube::ErrorFromResponse(
        StatusObject(422, "Invalid", "sendInitialEvents: Forbidden: is forbidden for watch"));
  }
  if (!initial && version != 0 && version < compacted_version_) {
    lock.unlock();
    Begin(request);
    on_line(EventLine("ERROR", json::parse(Expired().body)));
    return base::Ok();
  }
  lock.unlock();
  Begin(request);
  lock.lock();
  std::vector<std::string> lines;
  if (version == 0 || initial) lines = InitialLines(PathOf(request), query, &version);
  if (initial && watch_list_ == WatchList::kIgnored) {
    lock.unlock();
    for (const std::string& line : lines) on_line(line);
    return base::Error(ErrorCode::kTimeout, "the server stopped sending");
  }
  while (true) {
    if (stop.stop_requested()) return base::Error(ErrorCode::kCancelled, "stopped by the caller");
    for (std::string& line : LinesSince(PathOf(request), version, &version)) {
      lines.push_back(std::move(line));
    }
    lock.unlock();
    for (const std::string& line : lines) {
      if (!on_line(line)) return base::Ok();
    }
    lines.clear();
    lock.lock();
    const auto place = waiting_watches_.insert({era, version});
    changed_.notify_all();
    changed_.wait(lock, stop, [&] { return era != watch_era_ || version_ > version; });
    waiting_watches_.erase(place);
    if (era == watch_era_) continue;
    if (watches_broken_) return base::Error(ErrorCode::kUnavailable, "connection reset by peer");
    return base::Ok();
  }
}

void FakeTransport::Compact() {
  const std::lock_guard lock(mutex_);
  compacted_version_ = ++version_;
}

void FakeTransport::EndRunningWatches(bool broken) {
  const std::lock_guard lock(mutex_);
  watches_broken_ = broken;
  ++watch_era_;
  changed_.notify_all();
}

void FakeTransport::EndWatches() { EndRunningWatches(false); }
void FakeTransport::BreakWatches() { EndRunningWatches(true); }

void FakeTransport::SendBookmark() {
  const std::lock_guard lock(mutex_);
  ++version_;
  events_.push_back({version_, "", Bookmark(version_, json::object())});
  changed_.notify_all();
}

}  // namespace structural::test
