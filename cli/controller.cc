// structural controller: keeps the NonStructuralSchema condition of every CRD right.
#include "controller/controller.h"

#include <iostream>

#include <glog/logging.h>

#include "cli/command.h"
#include "cli/config_flags.h"
#include "cli/signals.h"
#include "cli/version.h"
#include "kube/client.h"
#include "kube/process.h"
#include "kube/resolve.h"
#include "kube/transport.h"

namespace structural::cli {
namespace {

struct Flags {
  kube::ConfigFlags config;
  controller::ControllerOptions controller;
  kube::ClientOptions client;
  int verbosity = 0;
};

constexpr const char* kFooter =
    "The API server is found as controller-runtime does: --kubeconfig, $KUBECONFIG, in-cluster,\n"
    "~/.kube/config. SIGTERM and SIGINT end it; a second signal ends it at once.\n\n"
    "Examples:\n"
    "  structural controller --kubeconfig ~/.kube/config --context staging\n"
    "  KUBECONFIG=./kubeconfig structural controller -v 1\n";

void SetUpLogging(int verbosity) {
  FLAGS_logtostderr = true;
  FLAGS_v = verbosity;
  google::InitGoogleLogging("structural");
}

int Fail(const base::Error& error) {
  std::cerr << "structural controller: " << error.message() << "\n";
  return kExitFailure;
}

int Run(const Flags& flags) {
  BlockStopSignals();
  kube::PrepareProcess();
  const auto config = kube::ResolveConfig(flags.config);
  if (!config.ok()) return Fail(config.error());
  const StopOnSignal signals;
  const auto transport = kube::NewCppRestTransport(*config, UserAgent());
  if (!transport.ok()) return Fail(transport.error());
  SetUpLogging(flags.verbosity);
  LOG(INFO) << Version() << ", " << config->server << " (" << config->source << ")";
  kube::ClientOptions options = flags.client;
  options.gzip_lists = !config->in_cluster;
  if (config->request_timeout) options.request_timeout = *config->request_timeout;
  kube::Client client(**transport, options);
  controller::Controller(client, controller::Clock::OfMachine(), flags.controller)
      .Run(signals.token());
  return kExitOk;
}

}  // namespace

void AddController(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("controller",
                                     "Write the NonStructuralSchema condition onto CRDs, for ever");
  auto flags = std::make_shared<Flags>();
  AddConfigFlags(*command, &flags->config);
  command
      ->add_option("--workers", flags->controller.workers,
                   "CRDs that are judged and written at the same time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command
      ->add_option("--kube-api-qps", flags->client.qps,
                   "Requests a second that the API server is asked at most, watches left out;\n"
                   "0: as many as it takes")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--kube-api-burst", flags->client.burst, "How many of them may come at once")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      ->add_option(
          "--max-writes-per-generation", flags->controller.reconciler.max_writes_per_generation,
          "Writes of one CRD's condition within 10 minutes, as long as its spec stays the\n"
          "same; then it waits, and says so")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("-v,--v", flags->verbosity,
                   "Verbosity of the log: 0 writes, 1 events, 2 requests")
      ->check(CLI::Range(0, 9))
      ->capture_default_str();
  command->footer(kFooter);
  command->callback([flags, exit_code] { *exit_code = Run(*flags); });
}

}  // namespace structural::cli
