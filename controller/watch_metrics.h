// What metrics say of the watch.
//
//   reflector_lists_total, reflector_list_duration_seconds, reflector_items_per_list
//   reflector_watches_total, reflector_short_watches_total
//   reflector_watch_duration_seconds, reflector_items_per_watch
//   reflector_last_resource_version
//   structural_watch_ends_total{reason}, structural_watch_age_seconds,
//   structural_watch_last_event_timestamp_seconds
//
// Upstream: tools/cache/reflector_metrics.go MetricsProvider (client-go 0.37), under the names that
// Kubernetes' components and controller-runtime gave them.
#pragma once

#include <vector>

#include <prometheus/metric_family.h>

#include "controller/watch_stats.h"

namespace structural::controller {

std::vector<prometheus::MetricFamily> WatchFamilies(const WatchStats& watch);

}  // namespace structural::controller
