// Listeners: the ports of the controller: metrics and probes.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "controller/metrics.h"
#include "controller/metrics_access.h"
#include "http/server.h"
#include "schema/base/result.h"

namespace structural::controller {

struct ListenerOptions;

// A controller that hears nothing of the cluster for so long is not ready. More than twice the
// longest wait before a watch is tried again.
inline constexpr std::chrono::minutes kWatchIsDeadAfter{3};

// What the probes ask. Called from any thread, must not block.
struct Checks {
  std::function<bool()> synced;          // /readyz
  std::function<std::chrono::nanoseconds()> watch_dead_for;  // /readyz
  std::function<bool()> lease_is_sound;  // /healthz and /livez
};

// Owns the servers; everything they were opened with must outlive it.
class Listeners {
 public:
  // kInvalidInput: an address or a certificate; kUnavailable: the port is taken.
  static base::Result<std::unique_ptr<Listeners>> Open(const ListenerOptions& options,
                                                       Metrics& metrics, MetricsAccess& access,
                                                       const Checks& checks);

 private:
  // Probes do not block, and need no thread beside the one that reads.
  explicit Listeners(int metrics_threads) : metrics_(metrics_threads), probes_(0) {}
  base::Status ServeMetrics(const ListenerOptions& options, Metrics& metrics,
                            MetricsAccess& access);
  base::Status ServeProbes(const ListenerOptions& options, const Checks& checks);

  // Two servers: a thread that waits for what MetricsAccess asks is not there for the probes.
  http::Server metrics_;
  http::Server probes_;
};

}  // namespace structural::controller
