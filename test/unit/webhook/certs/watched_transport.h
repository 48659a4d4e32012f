// WatchedTransport: a transport that calls functions around its exchanges, and loses some of them.
#pragma once

#include <functional>

#include "test/support/forwarding_transport.h"

namespace structural::test {

// Calls functions of a test before and after each exchange.
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
  int lost_before = 0;  // the request of this number does not reach the server
  int lost_after = 0;   // the answer to the request of this number gets lost
  std::function<void(int number)> before;
  std::function<void()> after;
};

}  // namespace structural::test
