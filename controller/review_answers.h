// ReviewAnswers: what the API server decided about bearer tokens, for a while.
//
// A token is kept only as a keyed hash whose key ends with the process. Accepted tokens and refused
// ones have a bound each, and at the bound the oldest goes: any number of refused tokens leaves the
// accepted ones where they are. At most some 150 KiB. Not thread-safe.
//
// Upstream: pkg/authentication/token/cache/cached_token_authenticator.go (apiserver 0.36)
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "controller/clock.h"

namespace structural::controller {

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

}  // namespace structural::controller
