// Metrics: the controller's metrics. They have the names of controller-runtime's metrics, which dashboards use.
//
// Thread-safe. Must outlive all objects that use it.
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

  // `version` is the version of this program.
  explicit Metrics(const std::string& version);
  ~Metrics();

  // SetWorkers, ReconcileBegan, ReconcileEnded and CountPanic update the metrics controller_runtime_*.
  void SetWorkers(int count);
  void ReconcileBegan();
  void ReconcileEnded(Outcome outcome, Seconds took);
  void CountPanic();
  // Updates structural_event_to_condition_seconds: the time from the watch event with the CRD to the
  // write of its condition.
  void ConditionWritten(Seconds since_event);

  // QueueRetried, QueueTaken and QueueDone update the metrics workqueue_*, except those that StateMetrics computes from
  // the queue's state.
  void QueueRetried();
  void QueueTaken(Seconds waited);
  void QueueDone(Seconds worked);

  // Updates the metrics rest_client_*. `code` is the HTTP status, or "<error>" if no answer arrived. `took` is the
  // duration of the request; nullopt for a stream, whose duration does not depend on the server.
  void CountRequest(const std::string& method, const std::string& host, const std::string& code,
                    std::optional<Seconds> took);

  // Sets the metric leader_election_master_status of the Lease to 1 if this process leads, otherwise to 0.
  void SetLeader(const std::string& lease, bool leads);

  // Adds a source whose metrics Text includes. The source must outlive this object.
  void AddSource(const prometheus::Collectable* source);

  // Returns all metrics in the text format of Prometheus 0.0.4.
  std::string Text() const;
  static constexpr const char* kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace structural::controller
