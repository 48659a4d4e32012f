// structural controller: keeps the NonStructuralSchema condition of every CRD right.
// structural cleanup: takes it off again.
#include "cli/shared/command.h"

#include <iostream>
#include <mutex>

#include <CLI/CLI.hpp>
#include <glog/logging.h>
#include <malloc.h>
#include <unistd.h>

#include "cli/controller/flags.h"
#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"
#include "cli/shared/signals.h"
#include "cli/shared/version.h"
#include "kube/config/read_file.h"
#include "kube/config/resolve.h"
#include "kube/config/server_url.h"
#include "kube/transport/process.h"
#include "kube/transport/transport.h"
#include "schema/base/shown_text.h"

namespace structural::cli {
namespace {

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

// The pod's namespace, from the downward API or the service account.
std::string OwnNamespace(const kube::Environment& environment) {
  std::string namespace_ = environment.variable("POD_NAMESPACE");
  if (!namespace_.empty()) return namespace_;
  const auto file = kube::ReadSmallFile(environment.service_account_folder + "/namespace",
                                        {.most = std::chrono::milliseconds(0)});
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

// On standard output, a line for each.
void PrintWithheld(const controller::PlannedWrite& write) {
  static std::mutex mutex;
  std::string line = write.name + ": NonStructuralSchema would be " +
                     std::string(controller::Name(write.decision.change));
  if (!write.reason.empty()) line += " (" + write.reason + "): " + write.message;
  const std::lock_guard lock(mutex);
  std::cout << base::EscapeUnprintable(line) + "\n" << std::flush;
}

int Fail(const char* command, const base::Error& error) {
  PrintError(std::string("structural ") + command + ": " + error.message());
  return error.code() == base::ErrorCode::kInvalidInput ? kExitUsage : kExitFailure;
}

// What is free goes back to the system at once where it can: a process that mostly waits is
// measured by what it holds. The allocator would learn from the first list to keep megabytes.
void KeepHeapSmall() {
  constexpr int kBytes = 512 << 10;
  mallopt(M_MMAP_THRESHOLD, kBytes);
  mallopt(M_TRIM_THRESHOLD, kBytes);
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
  flags.run.on_withheld = PrintWithheld;
  const base::Status status =
      controller::Run(**transport, controller::Clock::OfMachine(), flags.run, signals.token());
  return status.ok() ? kExitOk : Fail(command, status.error());
}

}  // namespace

void AddController(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand(
      "controller", "Run the controller that maintains the NonStructuralSchema condition");
  auto flags = std::make_shared<ControllerFlags>();
  flags->run.leader_election.name = "structural-schema-controller";
  AddRunFlags(*command, *flags);
  AddLastingFlags(*command, *flags);
  command->footer(kControllerFooter);
  command->callback([command, flags, exit_code] {
    CloseUnaskedPorts(*command, flags->run);
    *exit_code = Run("controller", *flags);
  });
}

void AddCleanup(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand(
      "cleanup", "Remove the NonStructuralSchema condition from all CRDs, to uninstall");
  auto flags = std::make_shared<ControllerFlags>();
  AddRunFlags(*command, *flags);
  flags->run.listeners = {.metrics_address = "0", .probe_address = "0"};
  flags->run.controller.once = true;
  flags->run.controller.reconciler.remove = true;
  command->footer(kCleanupFooter);
  command->callback([flags, exit_code] { *exit_code = Run("cleanup", *flags); });
}

}  // namespace structural::cli
