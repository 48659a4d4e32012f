// MetricsAccess: lets the API server decide which clients can read /metrics.
//
// Each request needs a review: a TokenReview of its bearer token, and a SubjectAccessReview of its user's right to
// `get` the path. The API server's decision is cached: for a minute if the request is allowed, and for ten seconds if
// it is refused. If the API server does not answer within three seconds, the review fails, and nothing is cached.
//
// The number of reviews is limited, because any client can send any number of tokens. At most kMaxNewReviews requests
// wait for the review of an unknown token, and at most kMaxKnownReviews for that of a token that was accepted within
// the last hour. Further requests are answered with 503, so that clients send them again. Requests with a cached
// decision do not wait. Several requests with the same token share one review.
//
// Thread-safe. A call blocks during at most two requests to the API server. At most kMaxWaiting calls block at a time,
// so a listener needs more threads than kMaxWaiting.
//
// Upstream: controller-runtime pkg/metrics/filters/filters.go WithAuthenticationAndAuthorization (0.24). Upstream
// caches an accepted or refused token for a minute, the user's right for five minutes, and the lack of it for 30
// seconds. A review can take 10 seconds there, and is sent up to five times. Only the client's rate limit bounds the
// number of waiting reviews.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "controller/clock.h"
#include "http/message.h"
#include "kube/client.h"

namespace structural::controller {

// ReviewAnswers: a cache of the API server's decisions on bearer tokens.
//
// A token is stored only as a keyed hash, whose key exists only in this process. The numbers of accepted and of refused
// tokens have separate limits, so refused tokens cannot displace accepted ones. At a limit the oldest token is removed.
// Memory: at most about 150 KiB. Not thread-safe.
//
// Upstream: pkg/authentication/token/cache/cached_token_authenticator.go (apiserver 0.36)
class ReviewAnswers {
 public:
  using Key = std::array<unsigned char, 32>;

  static constexpr std::chrono::seconds kAcceptedFor{60};
  static constexpr std::chrono::seconds kRefusedFor{10};
  // Time after the last decision for which an accepted token counts as known (kMaxKnownReviews).
  static constexpr std::chrono::hours kPrecedenceTime{1};
  static constexpr std::size_t kMaxAccepted = 100;
  static constexpr std::size_t kMaxRefused = 1000;

  // `clock` must outlive the object.
  explicit ReviewAnswers(Clock& clock);

  // Returns the key of a decision: the HMAC-SHA256 of the token and the path. Thread-safe.
  Key KeyOf(const std::string& token, const std::string& path) const;

  // Returns the cached decision as HTTP status 200, 401 or 403; nullopt if none is cached, or it is too old.
  std::optional<int> Find(const Key& key) const;
  // Returns whether the last decision was 200, and is at most kPrecedenceTime old.
  bool IsKnown(const Key& key) const;
  // Caches a decision. `status` is 200, 401 or 403.
  void CacheDecision(const Key& key, int status);

  std::size_t size() const { return accepted_.size() + refused_.size(); }

 private:
  struct Answer {
    int status;
    Clock::Monotonic at;
  };
  using Answers = std::map<Key, Answer>;

  static void Insert(Answers& answers, std::size_t max, const Key& key, const Answer& answer);

  Clock& clock_;
  Key secret_;
  Answers accepted_;
  Answers refused_;
};

class MetricsAccess {
 public:
  static constexpr int kMaxNewReviews = 3;
  static constexpr int kMaxKnownReviews = 3;
  static constexpr int kMaxWaiting = kMaxNewReviews + kMaxKnownReviews;
  static constexpr std::chrono::milliseconds kReviewTimeout{3'000};

  // `transport` and `clock` must outlive the object. MetricsAccess creates its own client, so that reviews do not share
  // the rate limit of the controller's client.
  MetricsAccess(kube::Transport& transport, Clock& clock)
      : client_(transport, {.request_timeout = kReviewTimeout, .max_retries = 0}), clock_(clock), answers_(clock) {}

  // Returns a handler that calls `handler` for requests that the API server allows. It answers other requests with 401,
  // 403, 500 or 503.
  http::Handler Guard(http::Handler handler);

 private:
  struct Review {
    std::optional<int> status;  // HTTP status for the requests; nullopt while the review is in progress
  };

  int StatusFor(const std::string& token, const std::string& path, std::stop_token stop);
  int RequestStatus(const std::string& token, const std::string& path, std::stop_token stop);
  std::optional<std::string> Post(const char* path, const std::string& review, std::stop_token stop);

  kube::Client client_;
  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable_any reviewed_;
  ReviewAnswers answers_;
  std::map<ReviewAnswers::Key, std::shared_ptr<Review>> reviews_;  // reviews in progress
  int waiting_new_reviews_ = 0;
  int waiting_known_reviews_ = 0;
  Clock::Monotonic no_log_until_{};  // before this time failures are not logged
};

}  // namespace structural::controller
