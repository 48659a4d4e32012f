// MetricsAccess: who may read /metrics, as the API server decides it.
//
// A bearer token is reviewed (TokenReview), and its user's right to `get` the path is asked for
// (SubjectAccessReview). A permission counts for a minute, a refusal for ten seconds; a request
// that the API server does not answer within three seconds is a failure, and is not remembered.
//
// A stranger can send any number of tokens, so reviews are bounded. At most kNewReviews requests
// wait for a review of a token that is not known, and kKnownReviews for one of a token that was
// accepted within the last hour; what comes beyond that is answered 503, to be sent again. What is
// remembered is answered without any wait. Several requests with one token share its review.
//
// Thread-safe. A call blocks for two requests to the API server at most; kMostWaiting calls do at a
// time, so a listener needs more threads than that.
//
// Upstream: controller-runtime pkg/metrics/filters/filters.go WithAuthenticationAndAuthorization
// (0.24). There an accepted or refused token counts for a minute, the user's right for five minutes
// and its absence for 30 seconds; a review may take 10 seconds and is sent five times; how many
// reviews wait is bounded by the client's requests a second alone.
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

// ReviewAnswers: what the API server decided about bearer tokens, for a while.
//
// A token is kept only as a keyed hash whose key ends with the process. Accepted tokens and refused
// ones have a bound each, and at the bound the oldest goes: any number of refused tokens leaves the
// accepted ones where they are. At most some 150 KiB. Not thread-safe.
//
// Upstream: pkg/authentication/token/cache/cached_token_authenticator.go (apiserver 0.36)
class ReviewAnswers {
 public:
  using Key = std::array<unsigned char, 32>;

  static constexpr std::chrono::seconds kAcceptedFor{60};
  static constexpr std::chrono::seconds kRefusedFor{10};
  // How long a token that was accepted goes before new ones.
  static constexpr std::chrono::hours kKnownFor{1};
  static constexpr std::size_t kMaxAccepted = 100;
  static constexpr std::size_t kMaxRefused = 1000;

  // `clock` must outlive it.
  explicit ReviewAnswers(Clock& clock);

  // HMAC-SHA256 of both. Thread-safe.
  Key KeyOf(const std::string& token, const std::string& path) const;

  // 200, 401 or 403, where that was found out lately enough; nullopt otherwise.
  std::optional<int> Find(const Key& key) const;
  // Whether the last answer, of the last hour, was 200.
  bool Known(const Key& key) const;
  // status: 200, 401 or 403.
  void Keep(const Key& key, int status);

  std::size_t size() const { return accepted_.size() + refused_.size(); }

 private:
  struct Answer {
    int status;
    Clock::Monotonic at;
  };
  using Answers = std::map<Key, Answer>;

  static void Insert(Answers& answers, std::size_t most, const Key& key, const Answer& answer);

  Clock& clock_;
  Key secret_;
  Answers accepted_;
  Answers refused_;
};

class MetricsAccess {
 public:
  static constexpr int kNewReviews = 3;
  static constexpr int kKnownReviews = 3;
  static constexpr int kMostWaiting = kNewReviews + kKnownReviews;
  static constexpr std::chrono::milliseconds kReviewTimeout{3'000};

  // Both outlive it. Asks over a client of its own: requests of strangers neither wait for nor use
  // up what the controller may ask.
  MetricsAccess(kube::Transport& transport, Clock& clock)
      : client_(transport, {.request_timeout = kReviewTimeout, .max_retries = 0}),
        clock_(clock),
        answers_(clock) {}

  // The handler behind this guard: 401, 403, 500 or 503 otherwise.
  http::Handler Guard(http::Handler handler);

 private:
  struct Review {
    std::optional<int> status;  // nullopt: it is under way
  };

  int Ask(const std::string& token, const std::string& path, std::stop_token stop);
  int AskServer(const std::string& token, const std::string& path, std::stop_token stop);
  std::optional<std::string> Post(const char* path, const std::string& review,
                                  std::stop_token stop);

  kube::Client client_;
  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable_any reviewed_;
  ReviewAnswers answers_;
  std::map<ReviewAnswers::Key, std::shared_ptr<Review>> reviews_;  // that are under way
  int new_waiting_ = 0;
  int known_waiting_ = 0;
  Clock::Monotonic quiet_until_{};  // no failure is logged before
};

}  // namespace structural::controller
