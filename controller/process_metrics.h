// ProcessMetrics: the metrics process_* of Prometheus' client libraries, from /proc.
#pragma once

#include <vector>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

namespace structural::controller {

// Thread-safe. Omits metrics that /proc does not have.
//
// Upstream: prometheus/client_golang process_collector_procfsenabled.go (1.23).
class ProcessMetrics : public prometheus::Collectable {
 public:
  std::vector<prometheus::MetricFamily> Collect() const override;
};

// Returns a family with one value.
prometheus::MetricFamily SingleValueFamily(const char* name, const char* help, prometheus::MetricType type,
                                           double value);

}  // namespace structural::controller
