// ProcessMetrics: process_* as Prometheus' own client libraries give them, from /proc.
#pragma once

#include <vector>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

namespace structural::controller {

// Thread-safe. What /proc does not tell is left out.
//
// Upstream: prometheus/client_golang process_collector_procfsenabled.go (1.23).
class ProcessMetrics : public prometheus::Collectable {
 public:
  std::vector<prometheus::MetricFamily> Collect() const override;
};

// A family with one number.
prometheus::MetricFamily OneNumber(const char* name, const char* help, prometheus::MetricType type,
                                   double value);

}  // namespace structural::controller
