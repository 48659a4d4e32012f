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

  // Update controller_runtime_webhook_*, by path. Serves creates the series of a path. `code` is the
  // HTTP status.
  void Serves(const std::string& path);
  void Began(const std::string& path);
  void Ended(const std::string& path, int code, std::chrono::duration<double> took);
  // Counts a decision in structural_webhook_decisions_total. If a rule is broken, `rule` is its id and
  // `outcome` is refused, warned or audited. If `rule` is empty, `outcome` is allowed,
  // exempt, failed or unchecked. For custom resources, `rule` is "unions", and `outcome` can also be
  // normalized or unusable.
  void Decided(std::string_view outcome, std::string_view rule);
  // Counts a request that was not read to its end in structural_webhook_unread_total, by reason.
  void Rejected(http::RequestRejection why);
  // Sets structural_webhook_certificate_expiry_timestamp_seconds.
  void CertificateEnds(std::chrono::sys_seconds moment);

  // Returns all metrics in the text format of Prometheus 0.0.4.
  std::string Text() const;
  static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::webhook
