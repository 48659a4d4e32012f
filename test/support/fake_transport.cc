#include "test/support/fake_transport.h"

#include <nlohmann/json.hpp>

#include "kube/transport/api_error.h"
#include "test/support/fake_answers.h"

namespace structural::test {

using base::ErrorCode;
using kube::Request;
using kube::Response;
using nlohmann::json;

namespace {

constexpr const char* kGroup = "/apis/apiextensions.k8s.io";

}  // namespace

FakeTransport::FakeTransport() = default;
FakeTransport::~FakeTransport() = default;

void FakeTransport::Store(const std::string& path, const std::string& text) {
  json object = json::parse(text);
  const auto old_text = objects_.find(path);
  const bool is_new = old_text == objects_.end();
  const json old = is_new ? json::object() : json::parse(old_text->second);
  json& metadata = object["metadata"];
  metadata["name"] = path.substr(path.rfind('/') + 1);
  const json& from = is_new ? metadata : old["metadata"];
  metadata["uid"] = is_new ? "uid-" + std::to_string(++uid_) : from["uid"].get<std::string>();
  metadata["creationTimestamp"] = "2026-01-01T00:00:00Z";
  const bool same_spec = !is_new && object.value("spec", json()) == old.value("spec", json());
  metadata["generation"] = is_new ? 1 : from["generation"].get<int>() + (same_spec ? 0 : 1);
  metadata["resourceVersion"] = is_new ? "" : VersionOf(old);
  // A write without a change causes no event and no new resourceVersion.
  if (!is_new && object == old) return;
  metadata["resourceVersion"] = std::to_string(++version_);
  objects_[path] = object.dump();
  events_.push_back({version_, Collection(path), EventLine(is_new ? "ADDED" : "MODIFIED", object)});
  changed_.notify_all();
}

void FakeTransport::Erase(const std::string& path) {
  const auto found = objects_.find(path);
  if (found == objects_.end()) return;
  json object = json::parse(found->second);
  object["metadata"]["resourceVersion"] = std::to_string(++version_);
  objects_.erase(found);
  events_.push_back({version_, Collection(path), EventLine("DELETED", object)});
  changed_.notify_all();
}

Response FakeTransport::List(const std::string& collection, const std::string& query) const {
  // A continue token is "VERSION-OFFSET".
  const std::string token = Parameter(query, "continue");
  const long version = token.empty() ? version_ : Number(token.substr(0, token.find('-')));
  if (version < compacted_version_) return Expired();
  const long first = token.empty() ? 0 : Number(token.substr(token.find('-') + 1));
  const long limit = Number(Parameter(query, "limit"));
  json items = json::array();
  long index = 0;
  bool more = false;
  for (const auto& [path, object] : objects_) {
    if (Collection(path) != collection || index++ < first) continue;
    more = limit > 0 && static_cast<long>(items.size()) == limit;
    if (more) break;
    items.push_back(json::parse(object));
  }
  json metadata = {{"resourceVersion", std::to_string(version)}};
  if (more) metadata["continue"] = std::to_string(version) + "-" + std::to_string(first + limit);
  return {200, {}, json{{"kind", "List"}, {"metadata", metadata}, {"items", items}}.dump()};
}

Response FakeTransport::Patch(const Request& request) {
  std::string path = PathOf(request);
  const bool only_status = path.ends_with("/status") && !objects_.contains(path);
  if (only_status) path = Collection(path);
  const auto found = objects_.find(path);
  if (found == objects_.end()) return NotFound(path);
  if (request.content_type != "application/json-patch+json") {
    return StatusObject(415, "UnsupportedMediaType", "the fake server knows JSON patches only");
  }
  json object = json::parse(found->second);
  try {
    const json patched = object.patch(json::parse(request.body));
    if (only_status) {
      object["status"] = patched.value("status", json());
    } else {
      object = patched;
    }
  } catch (const json::exception& e) {
    return StatusObject(422, "Invalid", std::string("the server rejected the patch: ") + e.what());
  }
  Store(path, object.dump());
  return {200, {}, objects_[path]};
}

Response FakeTransport::Post(const Request& request) {
  const json object = json::parse(request.body);
  const std::string path = PathOf(request) + "/" + object["metadata"]["name"].get<std::string>();
  if (objects_.contains(path)) {
    return StatusObject(409, "AlreadyExists", "\"" + path + "\" already exists");
  }
  Store(path, request.body);
  return {201, {}, objects_[path]};
}

Response FakeTransport::Replace(const Request& request) {
  const std::string path = PathOf(request);
  const auto found = objects_.find(path);
  if (found == objects_.end()) return NotFound(path);
  const std::string expected = VersionOf(json::parse(request.body));
  if (!expected.empty() && expected != VersionOf(json::parse(found->second))) {
    return StatusObject(409, "Conflict", "the object has been modified");
  }
  Store(path, request.body);
  return {200, {}, objects_[path]};
}

// Answers a request whose answer depends only on the served versions of the API group. Returns nullopt for other
// requests.
std::optional<Response> FakeTransport::AnswerForGroup(const Request& request) const {
  const std::string path = PathOf(request);
  if (!path.starts_with(kGroup)) return std::nullopt;
  json versions = json::array();
  for (const std::string& version : served_versions_) {
    if (path.starts_with(std::string(kGroup) + "/" + version + "/")) return std::nullopt;
    versions.push_back({{"groupVersion", "apiextensions.k8s.io/" + version}, {"version", version}});
  }
  if (path != kGroup) return NotFound(path);
  return Response{200, {}, json{{"kind", "APIGroup"}, {"versions", versions}}.dump()};
}

Response FakeTransport::Answer(const Request& request) {
  if (auto answer = AnswerForGroup(request)) return *std::move(answer);
  const std::string path = PathOf(request);
  if (request.method == "PATCH") return Patch(request);
  if (request.method == "POST") return Post(request);
  if (request.method == "PUT") return Replace(request);
  const auto found = objects_.find(path);
  if (request.method == "DELETE") {
    if (found == objects_.end()) return NotFound(path);
    Erase(path);
    return {200, {}, R"({"kind":"Status","status":"Success"})"};
  }
  if (found != objects_.end()) return {200, {}, found->second};
  // A path at which no object exists is either that of a collection, or that of an object in a collection. It is the
  // latter if `objects_` has another object in the same collection.
  for (const auto& [other, object] : objects_) {
    if (Collection(other) == Collection(path)) return NotFound(path);
  }
  return List(path, QueryOf(request));
}

std::optional<base::Result<Response>> FakeTransport::TakeScriptedAnswer(const std::string& method) {
  for (auto script = scripts_.begin(); script != scripts_.end(); ++script) {
    const bool any = script->method.empty() && !method.ends_with(kGroup);
    if (!any && script->method != method) continue;
    base::Result<Response> answer = std::move(script->answer);
    scripts_.erase(script);
    return answer;
  }
  return std::nullopt;
}

base::Result<Response> FakeTransport::Do(const Request& request, std::stop_token stop) {
  const std::lock_guard lock(mutex_);
  if (stop.stop_requested()) return base::Error(ErrorCode::kCancelled, "stopped by the caller");
  requests_.push_back(request);
  const bool discovery = request.path == kGroup;
  const std::string asked = discovery ? request.method + " " + request.path : request.method;
  if (auto scripted = TakeScriptedAnswer(asked)) return std::move(*scripted);
  return Answer(request);
}

base::Result<Response> FakeTransport::Fetch(const Request& request, const kube::OnBytes& on_bytes,
                                            std::stop_token stop) {
  constexpr size_t kPiece = 7;
  base::Result<Response> response = Do(request, stop);
  if (response.ok() && request.on_answer) request.on_answer(response->status, response->headers);
  if (!response.ok() || !kube::IsSuccess(response->status)) return response;
  const std::string body = std::move(response->body);
  response->body.clear();
  for (size_t at = 0; at < body.size(); at += kPiece) {
    const base::Result<bool> wanted = on_bytes(std::string_view(body).substr(at, kPiece));
    if (!wanted.ok()) return wanted.error();
    if (!*wanted) break;
  }
  return response;
}

void FakeTransport::Put(const std::string& path, const std::string& object) {
  const std::lock_guard lock(mutex_);
  Store(path, object);
}

void FakeTransport::Remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  Erase(path);
}

std::optional<std::string> FakeTransport::Object(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(path);
  if (found == objects_.end()) return std::nullopt;
  return found->second;
}

std::string FakeTransport::resource_version() const {
  const std::lock_guard lock(mutex_);
  return std::to_string(version_);
}

std::vector<Request> FakeTransport::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void FakeTransport::WaitForWatches(size_t count) const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_watches_.count({watch_era_, version_}) == count; });
}

void FakeTransport::AnswerNext(const std::string& method, base::Result<Response> answer) {
  const std::lock_guard lock(mutex_);
  scripts_.push_back({method, std::move(answer)});
}

void FakeTransport::StreamNext(std::vector<std::string> lines, base::Status end) {
  const std::lock_guard lock(mutex_);
  stream_scripts_.push_back({std::move(lines), std::move(end)});
}

void FakeTransport::SetWatchList(WatchList watch_list) {
  const std::lock_guard lock(mutex_);
  watch_list_ = watch_list;
}

void FakeTransport::ServeVersions(std::vector<std::string> versions) {
  const std::lock_guard lock(mutex_);
  served_versions_ = std::move(versions);
}

}  // namespace structural::test
