// MetricsAccess: lets the API server decide which clients may read /metrics.
//
// Each request needs a review of its bearer token (TokenReview) and of its user's right to `get`
// the path (SubjectAccessReview). A permission is cached for a minute, a refusal for ten seconds. A
// review that the API server does not answer within three seconds fails, and is not cached.
//
// Any client can send any number of tokens, so reviews are limited. At most kNewReviews requests
// wait for a review of an unknown token, and kKnownReviews for one of a token that was accepted
// within the last hour. Further ones are answered by 503, so that they are sent again. Cached
// results need no wait. Several requests with one token share its review.
//
// Thread-safe. A call blocks for two requests to the API server at most. At most kMaxWaiting calls
// block at a time, so a listener needs more threads than that.
//
// Upstream: controller-runtime pkg/metrics/filters/filters.go WithAuthenticationAndAuthorization
// (0.24). There an accepted or refused token is cached for a minute, the user's right for five
// minutes and its absence for 30 seconds. A review may take 10 seconds and is sent five times. Only
// the client's rate limit bounds the number of waiting reviews.
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
// A token is stored only as a keyed hash; its key exists only in this process. Accepted and refused
// tokens have a limit each, at which the oldest is removed, so refused tokens cannot remove
// accepted ones. At most about 150 KiB. Not thread-safe.
//
// Upstream: pkg/authentication/token/cache/cached_token_authenticator.go (apiserver 0.36)
class ReviewAnswers {
 public:
  using Key = std::array<unsigned char, 32>;

  static constexpr std::chrono::seconds kAcceptedFor{60};
  static constexpr std::chrono::seconds kRefusedFor{10};
  // Time for which an accepted token has precedence over new ones.
  static constexpr std::chrono::hours kPrecedenceTime{1};
  static constexpr std::size_t kMaxAccepted = 100;
  static constexpr std::size_t kMaxRefused = 1000;

  // `clock` must outlive the object.
  explicit ReviewAnswers(Clock& clock);

  // Returns the HMAC-SHA256 of the token and the path. Thread-safe.
  Key KeyOf(const std::string& token, const std::string& path) const;

  // Returns 200, 401 or 403 if a decision is cached and recent enough; nullopt otherwise.
  std::optional<int> Find(const Key& key) const;
  // Returns whether the last decision was 200, within kPrecedenceTime.
  bool Known(const Key& key) const;
  // Caches a decision. `status`: 200, 401 or 403.
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
  static constexpr int kNewReviews = 3;
  static constexpr int kKnownReviews = 3;
  static constexpr int kMaxWaiting = kNewReviews + kKnownReviews;
  static constexpr std::chrono::milliseconds kReviewTimeout{3'000};

  // Transport and clock must outlive the object. MetricsAccess creates its own client for the reviews, so that they
  // neither wait for the controller's rate limit nor use it up.
  MetricsAccess(kube::Transport& transport, Clock& clock)
      : client_(transport, {.request_timeout = kReviewTimeout, .max_retries = 0}), clock_(clock), answers_(clock) {}

  // Returns a handler that calls `handler` for permitted requests, and answers others with 401,
  // 403, 500 or 503.
  http::Handler Guard(http::Handler handler);

 private:
  struct Review {
    std::optional<int> status;  // HTTP status; nullopt: the review is in progress
  };

  int Ask(const std::string& token, const std::string& path, std::stop_token stop);
  int AskServer(const std::string& token, const std::string& path, std::stop_token stop);
  std::optional<std::string> Post(const char* path, const std::string& review, std::stop_token stop);

  kube::Client client_;
  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable_any reviewed_;
  ReviewAnswers answers_;
  std::map<ReviewAnswers::Key, std::shared_ptr<Review>> reviews_;  // reviews in progress
  int new_waiting_ = 0;
  int known_waiting_ = 0;
  Clock::Monotonic quiet_until_{};  // before this time failures are not logged
};

}  // namespace structural::controller
