// MeasuredTransport: counts what goes to the API server.
#pragma once

#include <string>

#include "controller/metrics.h"
#include "kube/transport/transport.h"

namespace structural::controller {

// As thread-safe as the transport below. A stream counts with its first line, or when it ends; when
// that is depends on what happens in the cluster, so it is not timed.
class MeasuredTransport : public kube::Transport {
 public:
  // Both outlive this one. `host` is the label: "10.0.0.1:6443".
  MeasuredTransport(kube::Transport& below, Metrics& metrics, std::string host)
      : below_(below), metrics_(metrics), host_(std::move(host)) {}

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override;
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes& on_bytes,
                                     std::stop_token stop) override;
  base::Status Stream(const kube::Request& request, std::chrono::milliseconds idle,
                      const OnLine& on_line, std::stop_token stop) override;

 private:
  kube::Transport& below_;
  Metrics& metrics_;
  const std::string host_;
};

}  // namespace structural::controller
