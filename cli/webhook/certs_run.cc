#include "cli/webhook/certs_run.h"

#include <algorithm>
#include <iostream>

#include <glog/logging.h>

#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"
#include "cli/shared/signals.h"
#include "cli/shared/version.h"
#include "cli/webhook/certs_keeper.h"
#include "cli/webhook/certs_watch.h"
#include "kube/transport/process.h"
#include "kube/wait.h"

namespace structural::cli {
namespace {

using base::Result;
using base::Status;

int Fail(const base::Error& error) {
  PrintError("structural webhook certs: " + error.message());
  return error.code() == base::ErrorCode::kInvalidInput ? kExitUsage : kExitFailure;
}

// A renewal that has begun is brought to its end.
int Once(const CertsFlags& flags, CertsKeeper& keeper, std::stop_token stop) {
  keeper.SayTo([](const std::string& line) { std::cout << line << std::endl; });
  for (;;) {
    const Result<certs::Kept> kept = keeper.Keep(stop);
    if (!kept.ok()) return Fail(kept.error());
    std::cout << kept->state << std::endl;
    if (!kept->pending || flags.dry_run) return kExitOk;
    const auto wait = std::max(kept->look_again - CertsNow(), std::chrono::seconds(1));
    if (!kube::SleepFor(wait, stop)) return kExitFailure;
  }
}

int Watch(const CertsFlags& flags, CertsKeeper& keeper, std::stop_token stop) {
  LOG(INFO) << Version();
  CertsWatch watch(flags, keeper);
  const Status opened = watch.Open();
  if (!opened.ok()) return Fail(opened.error());
  watch.Run(stop);
  return kExitOk;
}

}  // namespace

int RunCerts(const CertsFlags& flags) {
  BlockStopSignals();
  kube::PrepareProcess();
  const StopOnSignal signals;
  SetUpLogging(flags.log_format, flags.verbosity);
  CertsKeeper keeper(flags);
  const Status opened = keeper.Open(signals.token());
  if (!opened.ok()) return Fail(opened.error());
  return flags.watch ? Watch(flags, keeper, signals.token()) : Once(flags, keeper, signals.token());
}

}  // namespace structural::cli
