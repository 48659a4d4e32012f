// ForwardingTransport: passes each request to another transport. A test derives from it and overrides functions.
#pragma once

#include "kube/transport/transport.h"

namespace structural::test {

// The transport `to` must outlive this object. This object is thread-safe if `to` is.
class ForwardingTransport : public kube::Transport {
 public:
  explicit ForwardingTransport(kube::Transport& to) : to_(to) {}

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override {
    return to_.Do(request, stop);
  }
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes& on_bytes,
                                     std::stop_token stop) override {
    return to_.Fetch(request, on_bytes, stop);
  }
  base::Status Stream(const kube::Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                      std::stop_token stop) override {
    return to_.Stream(request, idle, on_line, stop);
  }

 private:
  kube::Transport& to_;
};

}  // namespace structural::test
