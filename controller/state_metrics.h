// StateMetrics: metrics of the current state, computed when they are read.
//
//   structural_crds{state}                          number of CRDs in each state.
//   structural_crds_left_out_total                  times that a CRD was skipped because of Store::kMaxCrds.
//   structural_crd_violations{crd,version,rule}     number of violations, for CRDs that have any.
//   structural_crd_violations_omitted               series that were omitted because of kMaxSeries.
//   workqueue_adds_total, workqueue_depth,
//   workqueue_unfinished_work_seconds, workqueue_longest_running_processor_seconds
//   reflector_*                                     see WatchFamilies
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include "controller/observer.h"
#include "controller/store.h"
#include "controller/watch_stats.h"
#include "controller/work_queue.h"

namespace structural::controller {

// ViolationMetrics: stores the number of violations of each CRD when the CRD is evaluated. Thread-safe.
class ViolationMetrics : public Observer, public prometheus::Collectable {
 public:
  static constexpr std::size_t kMaxSeries = 1000;

  explicit ViolationMetrics(std::size_t max_series = kMaxSeries) : max_series_(max_series) {}

  void OnEvaluated(const crd::CustomResourceDefinition& crd, const crd::EvaluationResult& verdict) override;
  void OnCrdDeleted(std::string_view name) override;
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  // Number of violations by version and rule.
  using Counts = std::map<std::pair<std::string, std::string_view>, int>;

  const std::size_t max_series_;
  mutable std::mutex mutex_;
  std::map<std::string, Counts, std::less<>> by_crd_;
};

// StateMetrics: the metrics of the store, the queue and the watch. All three must outlive it. Thread-safe.
class StateMetrics : public prometheus::Collectable {
 public:
  StateMetrics(const Store& store, const WorkQueue& queue, const WatchStats& watch)
      : store_(store), queue_(queue), watch_(watch) {}

  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const Store& store_;
  const WorkQueue& queue_;
  const WatchStats& watch_;
};

// Returns the metrics of lists and watches.
//
//   reflector_lists_total, reflector_list_duration_seconds, reflector_items_per_list
//   reflector_watches_total, reflector_short_watches_total
//   reflector_watch_duration_seconds, reflector_items_per_watch
//   reflector_last_resource_version
//   structural_watch_ends_total{reason}, structural_watch_age_seconds,
//   structural_watch_last_event_timestamp_seconds
//
// Upstream: tools/cache/reflector_metrics.go MetricsProvider (client-go 0.37). The names are those that Kubernetes'
// components and controller-runtime gave them.
std::vector<prometheus::MetricFamily> WatchFamilies(const WatchStats& watch);

}  // namespace structural::controller
