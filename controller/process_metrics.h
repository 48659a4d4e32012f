// ProcessMetrics: the metrics process_* that Prometheus' client libraries have, read from /proc.
#pragma once

#include <vector>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

namespace structural::controller {

// Thread-safe. Omits metrics whose data is not in /proc.
//
// Upstream: prometheus/client_golang process_collector_procfsenabled.go (1.23).
class ProcessMetrics : public prometheus::Collectable {
 public:
  std::vector<prometheus::MetricFamily> Collect() const override;
};

// Returns a metric family that has one value without labels.
prometheus::MetricFamily SingleValueFamily(const char* name, const char* help, prometheus::MetricType type,
                                           double value);

}  // namespace structural::controller
