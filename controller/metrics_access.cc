#include "controller/metrics_access.h"

#include <glog/logging.h>
#include <nlohmann/json.hpp>

namespace structural::controller {
namespace {

using nlohmann::json;

constexpr std::string_view kBearer = "Bearer ";
constexpr std::size_t kMaxAnswers = 1000;

http::Response Refusal(int status) {
  const char* text = status == 401   ? "Unauthorized\n"
                     : status == 403 ? "Forbidden\n"
                                     : "the API server cannot be asked\n";
  return {.status = status, .body = text};
}

json TokenReview(const std::string& token) {
  return {{"apiVersion", "authentication.k8s.io/v1"},
          {"kind", "TokenReview"},
          {"spec", {{"token", token}}}};
}

json SubjectAccessReview(const json& user, const std::string& path) {
  json spec = {{"nonResourceAttributes", {{"path", path}, {"verb", "get"}}}};
  if (user.contains("username")) spec["user"] = user["username"];
  for (const char* member : {"groups", "uid", "extra"}) {
    if (user.contains(member)) spec[member] = user[member];
  }
  return {{"apiVersion", "authorization.k8s.io/v1"},
          {"kind", "SubjectAccessReview"},
          {"spec", std::move(spec)}};
}

// The answer's status; a discarded value where there is none.
json Post(kube::Client& client, const char* path, const json& review, std::stop_token stop) {
  // A peer may have sent a token, or a path, of any bytes.
  const std::string text = review.dump(-1, ' ', false, json::error_handler_t::replace);
  const auto answer = client.Create(path, text, stop);
  if (!answer.ok()) {
    LOG(WARNING) << "metrics: " << answer.error().message();
    return json(json::value_t::discarded);
  }
  const json object = json::parse(*answer, nullptr, false);
  return object.is_object() ? object.value("status", json::object()) : object;
}

bool IsTrue(const json& object, const char* member) {
  return object.is_object() && object.contains(member) && object[member] == true;
}

}  // namespace

int MetricsAccess::AskServer(const std::string& token, const std::string& path,
                             std::stop_token stop) {
  const json found =
      Post(client_, "/apis/authentication.k8s.io/v1/tokenreviews", TokenReview(token), stop);
  if (!found.is_object()) return 500;
  const json user = found.value("user", json());
  if (!IsTrue(found, "authenticated") || !user.is_object()) return 401;
  const json allowed = Post(client_, "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                            SubjectAccessReview(user, path), stop);
  if (!allowed.is_object()) return 500;
  return IsTrue(allowed, "allowed") ? 200 : 403;
}

int MetricsAccess::Ask(const std::string& token, const std::string& path, std::stop_token stop) {
  const std::pair key(token, path);
  {
    const std::lock_guard lock(mutex_);
    const auto at = answers_.find(key);
    if (at != answers_.end() && clock_.Now() - at->second.at < kValid) return at->second.status;
  }
  const int status = AskServer(token, path, stop);
  const std::lock_guard lock(mutex_);
  if (answers_.size() >= kMaxAnswers) answers_.clear();
  if (status != 500) answers_.insert_or_assign(key, Answer{status, clock_.Now()});
  return status;
}

http::Handler MetricsAccess::Guard(http::Handler handler) {
  return [this, handler = std::move(handler)](const http::Request& request, std::stop_token stop) {
    if (!request.authorization.starts_with(kBearer)) return Refusal(401);
    const std::string token = request.authorization.substr(kBearer.size());
    const int status = Ask(token, request.path, stop);
    return status == 200 ? handler(request, stop) : Refusal(status);
  };
}

}  // namespace structural::controller
