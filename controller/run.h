// Run: the whole controller process on one API server: leader election, listeners, events, and the
// controller itself.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "controller/controller.h"
#include "controller/leader_elector.h"
#include "controller/planned_write.h"
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

}  // namespace structural::controller
