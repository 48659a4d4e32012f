// Run: the whole controller process on one API server: leader election, listeners, events, and the
// controller itself.
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
  std::string metrics_address = ":8080";  // "0": none; see http::ParseAddress
  // Both or none: /metrics by TLS, for those whom the API server allows it; see MetricsAccess.
  std::string metrics_certificate = {};
  std::string metrics_key = {};
  std::string probe_address = ":8081";  // "0": none
};

struct RunOptions {
  ControllerOptions controller;  // metrics, dry_run, observer and may_write are set here
  ListenerOptions listeners;
  bool leader_elect = false;
  LeaderElectionOptions leader_election;  // without sleep and random
  bool dry_run = false;
  // In a dry run: told of each condition that would be written. Null: nobody is. Thread-safe.
  std::function<void(const PlannedWrite&)> on_withheld = nullptr;
  bool events = true;
  std::string version;   // of this program
  std::string instance;  // of this process, for Events
  std::string host;      // of the API server, for metrics
  kube::ClientOptions client;
};

// Blocks until `stop` fired. Errors: what is wrong with the options (kInvalidInput, before the
// first request); an address that cannot be listened on; the lease was lost, so that the process
// has to end; with `once`, the names of the CRDs that were not brought in order, or that it was
// stopped before its end.
// The transport and the clock must outlive the call.
base::Status Run(kube::Transport& transport, Clock& clock, RunOptions options,
                 std::stop_token stop);

// A controller that hears nothing of the cluster for so long is not ready. More than twice the
// longest wait before a watch is tried again.
inline constexpr std::chrono::minutes kWatchIsDeadAfter{3};

// What the probes ask. Called from any thread, must not block.
struct Checks {
  std::function<bool()> synced;          // /readyz
  std::function<std::chrono::nanoseconds()> watch_dead_for;  // /readyz
  std::function<bool()> lease_is_sound;  // /healthz and /livez
};

// Listeners: the ports of the controller: metrics and probes.
//
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
