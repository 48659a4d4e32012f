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
  std::string metrics_address = ":8080";  // "0": no listener; see http::ParseAddress
  // Paths of the certificate and the key: both are set, or none. If set, /metrics is served over TLS
  // to clients that the API server allows (MetricsAccess).
  std::string metrics_certificate = {};
  std::string metrics_key = {};
  std::string probe_address = ":8081";  // "0": no listener
};

struct RunOptions {
  ControllerOptions controller;  // metrics, dry_run, observer and may_write are set by Run
  ListenerOptions listeners;
  bool leader_elect = false;
  LeaderElectionOptions leader_election;  // sleep and random are set by Run
  bool dry_run = false;
  // Called in a dry run for each condition that would be written. May be null. Must be
  // thread-safe.
  std::function<void(const PlannedWrite&)> on_withheld = nullptr;
  bool events = true;
  std::string version;   // version of this program
  std::string instance;  // name of this process in Events
  std::string host;      // host of the API server in metrics
  kube::ClientOptions client;
};

// Blocks until `stop` was requested. Errors: invalid options (kInvalidInput, before the first
// request); an address that cannot be opened; a lost Lease, after which the process must end; with
// `once`, the names of the CRDs that could not be reconciled, or a stop before the end.
// Transport and clock must outlive the call.
base::Status Run(kube::Transport& transport, Clock& clock, RunOptions options, std::stop_token stop);

// Time without a watch after which the controller is not ready: more than twice the longest wait
// between two watches.
inline constexpr std::chrono::minutes kWatchIsDeadAfter{3};

// The checks of the probes. Called from any thread, must not block.
struct Checks {
  std::function<bool()> synced;                              // check of /readyz
  std::function<std::chrono::nanoseconds()> watch_dead_for;  // check of /readyz
  std::function<bool()> lease_is_valid;                      // check of /healthz and /livez
};

// Listeners: the ports of the controller: metrics and probes.
//
// Owns the servers; all arguments of Open must outlive it.
class Listeners {
 public:
  // Opens the ports. kInvalidInput: an invalid address or certificate; kUnavailable: the port is in use.
  static base::Result<std::unique_ptr<Listeners>> Open(const ListenerOptions& options, Metrics& metrics,
                                                       MetricsAccess& access, const Checks& checks);

 private:
  // Probes do not block, so the thread that reads requests answers them.
  explicit Listeners(int metrics_threads) : metrics_(metrics_threads), probes_(0) {}
  base::Status ServeMetrics(const ListenerOptions& options, Metrics& metrics, MetricsAccess& access);
  base::Status ServeProbes(const ListenerOptions& options, const Checks& checks);

  // Separate servers, so that threads that wait for MetricsAccess do not delay the probes.
  http::Server metrics_;
  http::Server probes_;
};

}  // namespace structural::controller
