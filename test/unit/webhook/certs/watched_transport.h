// WatchedTransport: a transport that calls a test's functions before and after each exchange. It can lose requests and
// answers.
#pragma once

#include <functional>

#include "test/support/forwarding_transport.h"

namespace structural::test {

// Counts requests from 1. An exchange is a request and its answer.
class WatchedTransport : public ForwardingTransport {
 public:
  using ForwardingTransport::ForwardingTransport;

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override {
    const int number = ++requests;
    if (before) before(number);
    if (number == lost_before) return base::Error(base::ErrorCode::kUnavailable, "lost");
    base::Result<kube::Response> answer = ForwardingTransport::Do(request, stop);
    if (after) after();
    if (number == lost_after) return base::Error(base::ErrorCode::kUnavailable, "lost");
    return answer;
  }

  int requests = 0;
  int lost_before = 0;  // number of the request that is lost on the way to the server; 0: none
  int lost_after = 0;   // number of the request whose answer is lost; 0: none
  std::function<void(int number)> before;
  std::function<void()> after;
};

}  // namespace structural::test
