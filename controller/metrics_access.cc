#include "controller/metrics_access.h"

#include <algorithm>
#include <random>

#include <glog/logging.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace structural::controller {
namespace {

using nlohmann::json;

constexpr std::string_view kBearer = "Bearer ";
// Minimum time between two log lines about failed reviews (a TokenReview or SubjectAccessReview). It is limited because
// any peer can cause failures.
constexpr std::chrono::seconds kLogAgainAfter{10};

http::Response Refusal(int status) {
  switch (status) {
    case 401: return {.status = 401, .body = "Unauthorized\n"};
    case 403: return {.status = 403, .body = "Forbidden\n"};
    case 503: return {.status = 503, .body = "too many tokens are being reviewed\n", .retry_after = 1};
    default: return {.status = 500, .body = "the API server is not available\n"};
  }
}

json TokenReview(const std::string& token) {
  return {{"apiVersion", "authentication.k8s.io/v1"}, {"kind", "TokenReview"}, {"spec", {{"token", token}}}};
}

json SubjectAccessReview(const json& user, const std::string& path) {
  json spec = {{"nonResourceAttributes", {{"path", path}, {"verb", "get"}}}};
  if (user.contains("username")) spec["user"] = user["username"];
  for (const char* member : {"groups", "uid", "extra"}) {
    if (user.contains(member)) spec[member] = user[member];
  }
  return {{"apiVersion", "authorization.k8s.io/v1"}, {"kind", "SubjectAccessReview"}, {"spec", std::move(spec)}};
}

// Returns a TokenReview or SubjectAccessReview as JSON text. Replaces invalid UTF-8, because a peer can send any bytes
// as a token or a path.
std::string TextOf(const json& review) { return review.dump(-1, ' ', false, json::error_handler_t::replace); }

// Returns the `status` in the answer to a review; a discarded value if `answer` is nullopt.
json StatusOf(const std::optional<std::string>& answer) {
  if (!answer) return json(json::value_t::discarded);
  const json object = json::parse(*answer, nullptr, false);
  return object.is_object() ? object.value("status", json::object()) : object;
}

bool IsTrue(const json& object, const char* member) {
  return object.is_object() && object.contains(member) && object[member] == true;
}

}  // namespace

// Sends a review, and returns its answer; nullopt if that fails. Logs only the code of the error, because the server's
// message can contain the token.
std::optional<std::string> MetricsAccess::Post(const char* path, const std::string& review, std::stop_token stop) {
  auto answer = client_.Create(path, review, std::move(stop));
  if (answer.ok()) return *std::move(answer);
  const std::lock_guard lock(mutex_);
  if (clock_.Now() < no_log_until_) return std::nullopt;
  no_log_until_ = clock_.Now() + kLogAgainAfter;
  LOG(WARNING) << "metrics: POST " << path << ": " << ErrorCodeName(answer.error().code());
  return std::nullopt;
}

int MetricsAccess::RequestStatus(const std::string& token, const std::string& path, std::stop_token stop) try {
  const json found = StatusOf(Post("/apis/authentication.k8s.io/v1/tokenreviews", TextOf(TokenReview(token)), stop));
  if (!found.is_object()) return 500;
  const json user = found.value("user", json());
  if (!IsTrue(found, "authenticated") || !user.is_object()) return 401;
  const json allowed = StatusOf(
      Post("/apis/authorization.k8s.io/v1/subjectaccessreviews", TextOf(SubjectAccessReview(user, path)), stop));
  if (!allowed.is_object()) return 500;
  return IsTrue(allowed, "allowed") ? 200 : 403;
} catch (const std::exception&) {  // no memory is left
  return 500;
}

int MetricsAccess::StatusFor(const std::string& token, const std::string& path, std::stop_token stop) {
  const ReviewAnswers::Key key = answers_.KeyOf(token, path);
  std::unique_lock lock(mutex_);
  if (const auto status = answers_.Find(key)) return *status;
  const bool known = answers_.IsKnown(key);
  int& waiting = known ? waiting_known_reviews_ : waiting_new_reviews_;
  if (waiting == (known ? kMaxKnownReviews : kMaxNewReviews)) return 503;
  const auto [at, first] = reviews_.try_emplace(key, nullptr);
  if (first) at->second = std::make_shared<Review>();
  const std::shared_ptr<Review> review = at->second;
  ++waiting;
  if (first) {
    lock.unlock();
    const int status = RequestStatus(token, path, stop);
    lock.lock();
    review->status = status;
    reviews_.erase(key);
    if (status != 500) answers_.CacheDecision(key, status);
    reviewed_.notify_all();
  } else {
    reviewed_.wait(lock, stop, [&] { return review->status.has_value(); });
  }
  --waiting;
  return review->status.value_or(500);
}

http::Handler MetricsAccess::Guard(http::Handler handler) {
  return [this, handler = std::move(handler)](const http::Request& request, std::stop_token stop) {
    if (!request.authorization.starts_with(kBearer)) return Refusal(401);
    const std::string token = request.authorization.substr(kBearer.size());
    if (token.empty()) return Refusal(401);
    const int status = StatusFor(token, request.path, stop);
    return status == 200 ? handler(request, stop) : Refusal(status);
  };
}

ReviewAnswers::ReviewAnswers(Clock& clock) : clock_(clock) {
  std::random_device random;
  for (unsigned char& byte : secret_) byte = static_cast<unsigned char>(random());
}

ReviewAnswers::Key ReviewAnswers::KeyOf(const std::string& token, const std::string& path) const {
  const std::string text = token + '\0' + path;
  Key key{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), key.data(), &size);
  return key;
}

std::optional<int> ReviewAnswers::Find(const Key& key) const {
  for (const auto& [answers, valid] : {std::pair(&accepted_, kAcceptedFor), std::pair(&refused_, kRefusedFor)}) {
    const auto at = answers->find(key);
    if (at != answers->end() && clock_.Now() - at->second.at < valid) return at->second.status;
  }
  return std::nullopt;
}

bool ReviewAnswers::IsKnown(const Key& key) const {
  const auto at = accepted_.find(key);
  return at != accepted_.end() && clock_.Now() - at->second.at < kPrecedenceTime;
}

void ReviewAnswers::Insert(Answers& answers, std::size_t max, const Key& key, const Answer& answer) {
  answers.insert_or_assign(key, answer);
  if (answers.size() <= max) return;
  answers.erase(std::ranges::min_element(answers, {}, [](const auto& entry) { return entry.second.at; }));
}

void ReviewAnswers::CacheDecision(const Key& key, int status) {
  accepted_.erase(key);
  refused_.erase(key);
  const bool accepted = status == 200;
  Insert(accepted ? accepted_ : refused_, accepted ? kMaxAccepted : kMaxRefused, key, {status, clock_.Now()});
}

}  // namespace structural::controller
