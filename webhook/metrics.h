// Metrics: the webhook's metrics, with controller-runtime's names, which dashboards use.
//
// Thread-safe. Must outlive all users.
//
// Upstream: controller-runtime pkg/webhook/internal/metrics/metrics.go (0.24).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "http/message.h"

namespace structural::webhook {

class Metrics {
 public:
  explicit Metrics(const std::string& version);
  ~Metrics();

  // controller_runtime_webhook_*, by path. The series of a path exist after Serves. `code` is the
  // HTTP status.
  void Serves(const std::string& path);
  void Began(const std::string& path);
  void Ended(const std::string& path, int code, std::chrono::duration<double> took);
  // structural_webhook_decisions_total, by the broken `rule`; `outcome` is refused, warned or
  // audited. Without a rule: allowed, exempt or failed. For custom resources the rule is "unions",
  // with the additional outcomes normalized and unusable.
  void Decided(std::string_view outcome, std::string_view rule);
  // structural_webhook_unread_total: requests that were not read to their end, by reason.
  void Rejected(http::RequestRejection why);
  // structural_webhook_certificate_expiry_timestamp_seconds
  void CertificateEnds(std::chrono::sys_seconds moment);

  // Returns all metrics in the text format of Prometheus 0.0.4.
  std::string Text() const;
  static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::webhook
