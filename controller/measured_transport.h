// MeasuredTransport: counts and logs what goes to the API server.
//
// Of every request there is a record at verbosity 2:
//
//   request verb="PATCH" url="10.0.0.1:6443/apis/…" status="200" milliseconds=3
//
// What the server warns of is logged, each text once.
//
// Upstream: transport/round_trippers.go debuggingRoundTripper (client-go 0.37).
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_set>

#include "controller/metrics.h"
#include "kube/transport/headers.h"
#include "kube/transport/transport.h"

namespace structural::controller {

// WarningLog: logs what the API server warns of, each text once.
//
// Thread-safe.
class WarningLog {
 public:
  // Further texts are not logged.
  static constexpr std::size_t kMostTexts = 1000;

  // The header fields of an answer.
  void OnAnswer(const kube::Headers& headers);

 private:
  bool IsNew(std::size_t hash);

  std::mutex mutex_;
  std::unordered_set<std::size_t> logged_;  // hashes
};

// As thread-safe as the transport below. A stream counts when its answer begins, or with its
// failure; how long it takes depends on what happens in the cluster, so it is not timed.
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
  void ResetOnClose() override { below_.ResetOnClose(); }

 private:
  using Milliseconds = std::chrono::duration<double, std::milli>;

  base::Result<kube::Response> Note(const kube::Request& request, Milliseconds took,
                                    base::Result<kube::Response> response);
  void Log(const kube::Request& request, const std::string& code, Milliseconds took) const;

  kube::Transport& below_;
  Metrics& metrics_;
  const std::string host_;
  WarningLog warnings_;
};

}  // namespace structural::controller
