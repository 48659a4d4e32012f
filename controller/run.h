// Run: the whole controller process for one API server: leader election, listeners, Events, and the
// controller.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "controller/controller.h"
#include "controller/leader_elector.h"
#include "controller/metrics.h"
#include "controller/metrics_access.h"
#include "controller/observer.h"
#include "http/server.h"
#include "kube/client.h"
#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::controller {

struct ListenerOptions {
  std::string metrics_address = ":8080";  // address in the format of http::ParseAddress; "0": no listener
  // Paths of the certificate and the key. If they are set, /metrics is served over TLS, and only to clients that the
  // API server allows (MetricsAccess). Both must be set, or neither.
  std::string metrics_certificate = {};
  std::string metrics_key = {};
  std::string probe_address = ":8081";  // address in the format of http::ParseAddress; "0": no listener
};

struct RunOptions {
  ControllerOptions controller;  // Run sets metrics, dry_run, and the reconciler's observer and may_write
  ListenerOptions listeners;
  bool leader_elect = false;
  LeaderElectionOptions leader_election;  // Run sets sleep and random
  bool dry_run = false;
  // Called in a dry run for each condition that would be written. Can be null. Must be thread-safe.
  std::function<void(const PlannedWrite&)> on_withheld = nullptr;
  bool events = true;    // Events are written (EventRecorder)
  std::string version;   // version of this program
  std::string instance;  // name of this process in Events
  std::string host;      // host of the API server in metrics
  kube::ClientOptions client;
};

// Runs the controller until a stop is requested or, with `once`, all work is done. Errors: kInvalidInput for invalid
// options, before the first request; an address that cannot be opened; a lost Lease, after which the process must end.
// With `once`, also CRDs that could not be reconciled, and a stop before all work is done.
base::Status Run(kube::Transport& transport, Clock& clock, RunOptions options, std::stop_token stop);

// Maximum time without a watch. After it, /readyz reports a failure. It is more than twice the longest wait between two
// watches.
inline constexpr std::chrono::minutes kMaxTimeWithoutWatch{3};

// The functions that /readyz, /healthz and /livez use for their checks. They are called from any thread, and must not
// block.
struct Checks {
  std::function<bool()> synced;                                  // for /readyz: the first list was evaluated
  std::function<std::chrono::nanoseconds()> time_without_watch;  // for /readyz: see kMaxTimeWithoutWatch
  std::function<bool()> lease_is_valid;                          // for /healthz and /livez
};

// Listeners: the controller's two listeners, for metrics and for probes. All arguments of Open must outlive it.
class Listeners {
 public:
  // Opens the ports. kInvalidInput: an invalid address or certificate; kUnavailable: the port is in use.
  static base::Result<std::unique_ptr<Listeners>> Open(const ListenerOptions& options, Metrics& metrics,
                                                       MetricsAccess& access, const Checks& checks);

 private:
  // The server of the probes gets no further threads, because probes do not block.
  explicit Listeners(int metrics_threads) : metrics_(metrics_threads), probes_(0) {}
  base::Status ServeMetrics(const ListenerOptions& options, Metrics& metrics, MetricsAccess& access);
  base::Status ServeProbes(const ListenerOptions& options, const Checks& checks);

  // Two servers, so that requests for metrics, which can wait for MetricsAccess, do not delay the probes.
  http::Server metrics_;
  http::Server probes_;
};

}  // namespace structural::controller
