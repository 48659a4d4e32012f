#include "cli/controller/flags.h"

#include <CLI/CLI.hpp>

#include "cli/shared/common_flags.h"
#include "cli/shared/config_file.h"
#include "cli/shared/config_flags.h"

namespace structural::cli {
namespace {

constexpr const char* kMetricsAddress = "--metrics-bind-address";
constexpr const char* kProbeAddress = "--health-probe-bind-address";

void AddLimits(CLI::App& command, ControllerFlags& flags) {
  command
      .add_option("--workers", flags.run.controller.workers,
                  "Number of CRDs that are checked and written in parallel")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command
      .add_option("--kube-api-qps", flags.run.client.qps,
                  "Maximum requests per second to the API server, without watches;\n"
                  "0: no limit")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  command.add_option("--kube-api-burst", flags.run.client.burst, "Maximum burst of requests")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
}

void AddLeaderElection(CLI::App& command, controller::RunOptions& run) {
  auto& election = run.leader_election;
  command.add_flag("--leader-elect", run.leader_elect,
                   "Write only while holding a Lease; use it with several replicas");
  AddDuration(command, "--leader-elect-lease-duration", election.lease_duration,
              "How long other replicas wait for a leader that does not renew");
  AddDuration(command, "--leader-elect-renew-deadline", election.renew_deadline,
              "How long the leader tries to renew before it gives up");
  AddDuration(command, "--leader-elect-retry-period", election.retry_period,
              "Wait between two attempts");
  command.add_option("--leader-elect-resource-name", election.name, "Name of the Lease")
      ->capture_default_str();
  command.add_option("--leader-elect-resource-namespace", election.namespace_,
                     "Namespace of the Lease (default: the Pod's namespace, or default)");
}

}  // namespace

void AddRunFlags(CLI::App& command, ControllerFlags& flags) {
  AddConfigFlags(command, &flags.config);
  AddLimits(command, flags);
  command.add_option("--name", flags.run.controller.selector.names,
                     "Only CRDs with this name; * and ? are wildcards; repeatable");
  command.add_option("--group", flags.run.controller.selector.groups,
                     "Only CRDs of this API group; * and ? are wildcards; repeatable");
  command.add_flag("--dry-run", flags.run.dry_run,
                   "Write nothing; print each change, one CRD per line");
  command.add_flag("--events,!--no-events", flags.run.events, "Write Events")->default_str("true");
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 writes, 1 events, 2 requests");
  AddConfigFile(command);
}

void AddLastingFlags(CLI::App& command, ControllerFlags& flags) {
  auto& listeners = flags.run.listeners;
  command
      .add_option(kMetricsAddress, listeners.metrics_address,
                  "Address of /metrics; 0 disables it. With --once and --dry-run it is off\n"
                  "unless the flag is given")
      ->capture_default_str();
  auto* certificate =
      command.add_option("--metrics-cert", listeners.metrics_certificate,
                         "Certificate for /metrics. It enables TLS, and only users that the API\n"
                         "server allows to get /metrics can read them");
  auto* key = command.add_option("--metrics-key", listeners.metrics_key, "Key of that certificate");
  certificate->needs(key);
  key->needs(certificate);
  command
      .add_option(kProbeAddress, listeners.probe_address,
                  "Address of /healthz, /livez and /readyz; 0 disables it. With --once and\n"
                  "--dry-run it is off unless the flag is given")
      ->capture_default_str();
  AddLeaderElection(command, flags.run);
  AddDuration(command, "--resync-period", flags.run.controller.resync_period,
              "How often every CRD is read and checked without an event; 0s: never");
  command
      .add_option("--max-writes-per-generation",
                  flags.run.controller.reconciler.max_writes_per_generation,
                  "Maximum writes of one CRD's condition within 10 minutes while its spec stays\n"
                  "the same; then the controller waits and logs it")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--once", flags.run.controller.once,
                   "End when every condition is right, with a summary");
}

void CloseUnaskedPorts(const CLI::App& command, controller::RunOptions& run) {
  if (!run.controller.once && !run.dry_run) return;
  auto& [metrics, certificate, key, probes] = run.listeners;
  if (command.count(kMetricsAddress) == 0) metrics = "0";
  if (command.count(kProbeAddress) == 0) probes = "0";
}

}  // namespace structural::cli
