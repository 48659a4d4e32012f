// MeasuredTransport: counts and logs the requests to the API server.
//
// It logs every request at verbosity 2:
//
//   request verb="PATCH" url="10.0.0.1:6443/apis/…" status="200" milliseconds=3
//
// It also logs each different warning of the server once.
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

// WarningLog: logs each different warning of the API server once. Thread-safe.
class WarningLog {
 public:
  // Maximum number of different warnings that are logged.
  static constexpr std::size_t kMaxTexts = 1000;

  // Logs the warnings in the header fields of an answer.
  void OnAnswer(const kube::Headers& headers);

 private:
  bool IsNew(std::size_t hash);

  std::mutex mutex_;
  std::unordered_set<std::size_t> logged_hashes_;  // hashes of the texts that were logged
};

// Thread-safe if the measured transport is. A stream is counted when its answer begins, or when it fails. The duration
// of a stream is not measured, because it depends on events in the cluster.
class MeasuredTransport : public kube::Transport {
 public:
  // `transport` and `metrics` must outlive the object. `host` is the server's label in the metrics: "10.0.0.1:6443".
  MeasuredTransport(kube::Transport& transport, Metrics& metrics, std::string host)
      : transport_(transport), metrics_(metrics), host_(std::move(host)) {}

  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override;
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes& on_bytes,
                                     std::stop_token stop) override;
  base::Status Stream(const kube::Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                      std::stop_token stop) override;
  void ResetOnClose() override { transport_.ResetOnClose(); }

 private:
  using Milliseconds = std::chrono::duration<double, std::milli>;

  base::Result<kube::Response> RecordAnswer(const kube::Request& request, Milliseconds took,
                                            base::Result<kube::Response> response);
  void Log(const kube::Request& request, const std::string& code, Milliseconds took) const;

  kube::Transport& transport_;
  Metrics& metrics_;
  const std::string host_;
  WarningLog warnings_;
};

}  // namespace structural::controller
