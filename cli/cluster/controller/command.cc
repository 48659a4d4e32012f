// structural controller: keeps the NonStructuralSchema condition of every CRD correct.
// structural cleanup: removes the condition.
#include "cli/shared/command.h"

#include <iostream>
#include <mutex>
#include <string>

#include <glog/logging.h>
#include <unistd.h>

#include "cli/shared/common_flags.h"
#include "cli/shared/logging.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "controller/run.h"
#include "kube/config/config_flags.h"
#include "kube/config/read_file.h"
#include "kube/config/resolve.h"
#include "kube/config/server_url.h"
#include "kube/transport/process.h"
#include "kube/transport/transport.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// The flags of `structural controller` and of `structural cleanup`.
struct ControllerFlags {
  kube::ConfigFlags config;
  controller::RunOptions run;
  LogFormat log_format = LogFormat::kText;
  int verbosity = 0;
};

constexpr const char* kMetricsAddress = "--metrics-bind-address";
constexpr const char* kProbeAddress = "--health-probe-bind-address";

void AddLimits(Command& command, ControllerFlags& flags) {
  command
      .AddOption("--workers", flags.run.controller.workers, "Number of CRDs that are checked and written in parallel")
      ->Between(1, 64)
      ->ShowDefault();
  command
      .AddOption("--kube-api-qps", flags.run.client.qps,
                 "Maximum requests per second to the API server, without watches;\n"
                 "0: no limit")
      ->Between(0.0, 1e6)
      ->ShowDefault();
  command.AddOption("--kube-api-burst", flags.run.client.burst, "Maximum burst of requests")
      ->Between(1, 1'000'000)
      ->ShowDefault();
  AddChoiceFlag<std::string_view>(
      command, "--kube-api-content-type", flags.run.controller.accept,
      {{std::string(kube::kProtobufType), kube::kProtobufOrJson}, {std::string(kube::kJsonType), kube::kJsonType}},
      "Content type in which the API server sends CRDs");
}

void AddLeaderElection(Command& command, controller::RunOptions& run) {
  auto& election = run.leader_election;
  command.AddFlag("--leader-elect", run.leader_elect, "Write only while holding a Lease; use it with several replicas");
  AddDurationFlag(command, "--leader-elect-lease-duration", election.lease_duration,
                  "How long other replicas wait for a leader that does not renew");
  AddDurationFlag(command, "--leader-elect-renew-deadline", election.renew_deadline,
                  "How long the leader tries to renew before it gives up");
  AddDurationFlag(command, "--leader-elect-retry-period", election.retry_period, "Wait between two attempts");
  command.AddOption("--leader-elect-resource-name", election.name, "Name of the Lease")->ShowDefault();
  command.AddOption("--leader-elect-resource-namespace", election.namespace_,
                    "Namespace of the Lease (default: the Pod's namespace, or default)");
}

// Adds the flags that both commands have: connection, limits of requests, selection of CRDs, logging.
void AddRunFlags(Command& command, ControllerFlags& flags) {
  AddConfigFlags(command, &flags.config);
  AddLimits(command, flags);
  command.AddOption("--name", flags.run.controller.selector.names,
                    "Only CRDs with this name; * and ? are wildcards; repeatable");
  command.AddOption("--group", flags.run.controller.selector.groups,
                    "Only CRDs of this API group; * and ? are wildcards; repeatable");
  command.AddFlag("--dry-run", flags.run.dry_run, "Write nothing; print each change, one CRD per line");
  command.AddFlag("--events,!--no-events", flags.run.events, "Write Events")->DefaultText("true");
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 writes, 1 events, 2 requests");
  AddFlagsFile(command);
}

// Adds the flags for a controller that runs until it is stopped: listeners, leader election, resync. `flags` must
// outlive the parsing.
void AddLastingFlags(Command& command, ControllerFlags& flags) {
  auto& listeners = flags.run.listeners;
  command
      .AddOption(kMetricsAddress, listeners.metrics_address,
                 "Address of /metrics; 0 disables it. With --once and --dry-run it is off\n"
                 "unless the flag is given")
      ->ShowDefault();
  auto* certificate = command
                          .AddOption("--metrics-cert", listeners.metrics_certificate,
                                     "Certificate for /metrics. It enables TLS, and only users that the API\n"
                                     "server allows to get /metrics can read them")
                          ->TypeName("FILE");
  auto* key = command.AddOption("--metrics-key", listeners.metrics_key, "Key of that certificate")->TypeName("FILE");
  certificate->Needs(key);
  key->Needs(certificate);
  command
      .AddOption(kProbeAddress, listeners.probe_address,
                 "Address of /healthz, /livez and /readyz; 0 disables it. With --once and\n"
                 "--dry-run it is off unless the flag is given")
      ->ShowDefault();
  AddLeaderElection(command, flags.run);
  AddDurationFlag(command, "--resync-period", flags.run.controller.resync_period,
                  "How often every CRD is read and checked without an event; 0s: never");
  command
      .AddOption("--max-writes-per-generation", flags.run.controller.reconciler.max_writes_per_generation,
                 "Maximum writes of one CRD's condition within 10 minutes while its spec stays\n"
                 "the same; then the controller waits and logs it")
      ->Between(1, 1000)
      ->ShowDefault();
  command.AddFlag("--once", flags.run.controller.once, "End when every condition is right, with a summary");
}

// If --once or --dry-run is given, disables the listeners whose address no flag sets. Must be called after the parsing.
void DisablePortsWithoutFlag(const Command& command, controller::RunOptions& run) {
  if (!run.controller.once && !run.dry_run) return;
  auto& [metrics, certificate, key, probes] = run.listeners;
  if (!command.Given(kMetricsAddress)) metrics = "0";
  if (!command.Given(kProbeAddress)) probes = "0";
}

constexpr const char* kControllerFooter =
    "Examples:\n"
    "  structural controller --kubeconfig ~/.kube/config --context staging\n"
    "  structural controller --dry-run --once      print the changes, write nothing\n"
    "  structural controller --leader-elect --log-format json\n\n"
    "The controller finds the API server as controller-runtime does: --kubeconfig, $KUBECONFIG,\n"
    "in-cluster, ~/.kube/config. SIGTERM and SIGINT stop it; a second signal stops it at once.\n";

constexpr const char* kCleanupFooter =
    "Examples:\n"
    "  structural cleanup --dry-run\n"
    "  structural cleanup --context staging --group example.com\n\n"
    "Stop the controller first; otherwise it writes the conditions again. Kubernetes' own\n"
    "controller also writes them again if the API server runs it.\n";

constexpr const char* kDefaultNamespace = "default";

std::string HostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

// Returns the Pod's namespace: the variable POD_NAMESPACE (downward API). If it is not set, returns the namespace of
// the service account, or else a default.
std::string OwnNamespace(const kube::Environment& environment) {
  std::string namespace_ = environment.variable("POD_NAMESPACE");
  if (!namespace_.empty()) return namespace_;
  const auto file =
      kube::ReadSmallFile(environment.service_account_folder + "/namespace", {.max = std::chrono::milliseconds(0)});
  if (file.ok()) namespace_ = file->substr(0, file->find('\n'));
  return namespace_.empty() ? kDefaultNamespace : namespace_;
}

void Complete(controller::RunOptions& run, const kube::ClientConfig& config) {
  run.version = Version();
  run.instance = HostName();
  if (const auto url = kube::ParseServerUrl(config.server); url.ok()) run.host = url->Authority();
  run.leader_election.identity = controller::NewIdentity(run.instance);
  if (run.leader_election.namespace_.empty()) {
    run.leader_election.namespace_ = OwnNamespace(kube::Environment::OfProcess());
  }
  if (config.request_timeout) run.client.request_timeout = *config.request_timeout;
  run.client.gzip_lists = kube::GzipFor(config);
}

// Prints a write that the dry run does not send, as one line on standard output. Thread-safe.
void PrintPlannedWrite(const controller::PlannedWrite& write) {
  static std::mutex mutex;
  std::string line =
      write.name + ": NonStructuralSchema would be " + std::string(controller::Name(write.decision.change));
  if (!write.reason.empty()) line += " (" + write.reason + "): " + write.message;
  const std::lock_guard lock(mutex);
  std::cout << base::EscapeUnprintable(line) + "\n" << std::flush;
}

int Fail(const char* command, const base::Error& error) {
  PrintError(std::string("structural ") + command + ": " + error.message());
  return error.code() == base::ErrorCode::kInvalidInput ? kExitUsage : kExitFailure;
}

int Run(const char* command, ControllerFlags flags) {
  KeepHeapSmall();
  BlockStopSignals();
  kube::PrepareProcess();
  const StopOnSignal signals;
  flags.config.wait.stop = signals.token();
  const auto config = kube::ResolveConfig(flags.config);
  if (signals.token().stop_requested()) return kExitOk;
  if (!config.ok()) {
    Fail(command, config.error());
    return kExitUsage;
  }
  const auto transport = kube::NewCppRestTransport(*config, UserAgent());
  if (!transport.ok()) return Fail(command, transport.error());
  SetUpLogging(flags.log_format, flags.verbosity);
  LOG(INFO) << Version() << ", " << config->server << " (" << config->source << ")";
  Complete(flags.run, *config);
  flags.run.on_withheld = PrintPlannedWrite;
  const base::Status status = controller::Run(**transport, controller::Clock::OfMachine(), flags.run, signals.token());
  return status.ok() ? kExitOk : Fail(command, status.error());
}

}  // namespace

void AddController(Command& app, int* exit_code) {
  auto* command =
      app.AddSubcommand("controller", "Run the controller that maintains the NonStructuralSchema condition");
  auto flags = std::make_shared<ControllerFlags>();
  flags->run.leader_election.name = "structural-schema-controller";
  AddRunFlags(*command, *flags);
  AddLastingFlags(*command, *flags);
  command->SetHelpTexts(kControllerFooter);
  command->OnRun([command, flags, exit_code] {
    DisablePortsWithoutFlag(*command, flags->run);
    *exit_code = Run("controller", *flags);
  });
}

void AddCleanup(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("cleanup", "Remove the NonStructuralSchema condition from all CRDs, to uninstall");
  auto flags = std::make_shared<ControllerFlags>();
  AddRunFlags(*command, *flags);
  flags->run.listeners = {.metrics_address = "0", .probe_address = "0"};
  flags->run.controller.once = true;
  flags->run.controller.reconciler.remove_conditions = true;
  command->SetHelpTexts(kCleanupFooter);
  command->OnRun([flags, exit_code] { *exit_code = Run("cleanup", *flags); });
}

}  // namespace structural::cli
