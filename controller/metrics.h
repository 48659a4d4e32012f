// Metrics: what the controller counts, under the names that people's dashboards know.
//
// Thread-safe. Lives as long as whatever counts with it.
//
// Upstream: controller-runtime pkg/internal/controller/metrics, pkg/metrics/workqueue.go and
// client_go_adapter.go, leaderelection.go (0.25).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "controller/observer.h"

namespace prometheus {
class Collectable;
}

namespace structural::controller {

class Metrics {
 public:
  using Seconds = std::chrono::duration<double>;

  // `version` is that of the program.
  explicit Metrics(const std::string& version);
  ~Metrics();

  // controller_runtime_*.
  void SetWorkers(int count);
  void ReconcileBegan();
  void ReconcileEnded(Outcome outcome, Seconds took);
  void Panicked();
  // structural_event_to_condition_seconds: from the event that showed a CRD to the write.
  void ConditionWritten(Seconds since_event);

  // workqueue_*. What the queue itself knows StateMetrics tells.
  void QueueRetried();
  void QueueTaken(Seconds waited);
  void QueueDone(Seconds worked);

  // rest_client_*. `code` is the status, or "<error>" where there was no answer. `took`: none where
  // it says nothing of the server.
  void Requested(const std::string& method, const std::string& host, const std::string& code,
                 std::optional<Seconds> took);

  // leader_election_master_status.
  void SetLeader(const std::string& lease, bool leads);

  // What is asked when the metrics are read. It must outlive them.
  void AddSource(const prometheus::Collectable* source);

  // Everything in the text format of Prometheus 0.0.4.
  std::string Text() const;
  static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::controller
