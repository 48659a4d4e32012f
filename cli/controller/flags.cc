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
                  "CRDs that are judged and written at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command
      .add_option("--kube-api-qps", flags.run.client.qps,
                  "Requests a second that the API server is asked at most, watches left out;\n"
                  "0: as many as it takes")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  command
      .add_option("--kube-api-burst", flags.run.client.burst, "How many of them may come at once")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
}

void AddLeaderElection(CLI::App& command, controller::RunOptions& run) {
  auto& election = run.leader_election;
  command.add_flag("--leader-elect", run.leader_elect,
                   "Write only while holding a Lease: for several replicas");
  AddDuration(command, "--leader-elect-lease-duration", election.lease_duration,
              "How long others wait for a leader that does not renew");
  AddDuration(command, "--leader-elect-renew-deadline", election.renew_deadline,
              "How long the leader tries to renew before it gives up");
  AddDuration(command, "--leader-elect-retry-period", election.retry_period,
              "The wait between two tries");
  command.add_option("--leader-elect-resource-name", election.name, "The Lease's name")
      ->capture_default_str();
  command.add_option("--leader-elect-resource-namespace", election.namespace_,
                     "The Lease's namespace; otherwise that of the pod, or default");
}

}  // namespace

void AddRunFlags(CLI::App& command, ControllerFlags& flags) {
  AddConfigFlags(command, &flags.config);
  AddLimits(command, flags);
  command.add_option("--name", flags.run.controller.selector.names,
                     "Only CRDs with this name; * and ? stand for any characters; repeatable");
  command.add_option("--group", flags.run.controller.selector.groups,
                     "Only CRDs of this API group; * and ? stand for any characters; repeatable");
  command.add_flag("--dry-run", flags.run.dry_run,
                   "Write nothing; print what would be written, a CRD a line");
  command.add_flag("--events,!--no-events", flags.run.events, "Whether Events are written")
      ->default_str("true");
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 writes, 1 events, 2 requests");
  AddConfigFile(command);
}

void AddLastingFlags(CLI::App& command, ControllerFlags& flags) {
  auto& listeners = flags.run.listeners;
  command
      .add_option(kMetricsAddress, listeners.metrics_address,
                  "Where /metrics is served; 0: nowhere. With --once and --dry-run nowhere\n"
                  "either, unless it is given")
      ->capture_default_str();
  auto* certificate =
      command.add_option("--metrics-cert", listeners.metrics_certificate,
                         "Certificate for /metrics: then by TLS, and only for those whom the API\n"
                         "server allows to get /metrics");
  auto* key = command.add_option("--metrics-key", listeners.metrics_key, "Its key");
  certificate->needs(key);
  key->needs(certificate);
  command
      .add_option(kProbeAddress, listeners.probe_address,
                  "Where /healthz, /livez and /readyz are served; 0: nowhere. Likewise")
      ->capture_default_str();
  AddLeaderElection(command, flags.run);
  AddDuration(command, "--resync-period", flags.run.controller.resync_period,
              "How often every CRD is read and judged though nothing happened; 0s: never");
  command
      .add_option("--max-writes-per-generation",
                  flags.run.controller.reconciler.max_writes_per_generation,
                  "Writes of one CRD's condition within 10 minutes, as long as its spec stays the\n"
                  "same; then it waits, and says so")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--once", flags.run.controller.once,
                   "End when everything is in order, with a summary");
}

void CloseUnaskedPorts(const CLI::App& command, controller::RunOptions& run) {
  if (!run.controller.once && !run.dry_run) return;
  auto& [metrics, certificate, key, probes] = run.listeners;
  if (command.count(kMetricsAddress) == 0) metrics = "0";
  if (command.count(kProbeAddress) == 0) probes = "0";
}

}  // namespace structural::cli
