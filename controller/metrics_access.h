// MetricsAccess: who may read /metrics, as the API server decides it.
//
// A bearer token is reviewed (TokenReview), and its user's right to `get` the path is asked for
// (SubjectAccessReview). Answers count for a minute. Thread-safe; a call may block for a request.
//
// Upstream: controller-runtime pkg/metrics/filters/filters.go WithAuthenticationAndAuthorization
// (0.24).
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "controller/clock.h"
#include "http/message.h"
#include "kube/client.h"

namespace structural::controller {

class MetricsAccess {
 public:
  static constexpr std::chrono::seconds kValid{60};

  // Both outlive it.
  MetricsAccess(kube::Client& client, Clock& clock) : client_(client), clock_(clock) {}

  // The handler behind this guard: 401, 403 or 500 otherwise.
  http::Handler Guard(http::Handler handler);

 private:
  struct Answer {
    int status;  // 200: allowed
    Clock::Monotonic at;
  };

  int Ask(const std::string& token, const std::string& path, std::stop_token stop);
  int AskServer(const std::string& token, const std::string& path, std::stop_token stop);

  kube::Client& client_;
  Clock& clock_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Answer> answers_;  // by token and path
};

}  // namespace structural::controller
