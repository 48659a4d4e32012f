#include "cli/webhook/certs_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <optional>
#include <stop_token>
#include <string>

#include <glog/logging.h>

#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"
#include "cli/shared/signals.h"
#include "cli/shared/version.h"
#include "cli/webhook/certs_keeper.h"
#include "controller/listen.h"
#include "controller/probes.h"
#include "http/server.h"
#include "kube/transport/process.h"
#include "kube/wait.h"

namespace structural::cli {
namespace {

// CertsWatch: keeps certificates for ever, and says at its probes whether they are in order.
class CertsWatch {
 public:
  // Both must outlive it.
  CertsWatch(const CertsFlags& flags, CertsKeeper& keeper)
      : flags_(flags), keeper_(keeper), probes_(0) {}

  // Of the probes. kInvalidInput: the address; kUnavailable: the port is taken.
  base::Status Open();
  // Until the token fires.
  void Run(std::stop_token stop);

 private:
  std::chrono::milliseconds WaitAfter(const base::Result<certs::Kept>& kept);

  static constexpr std::chrono::milliseconds kShortest{1'000};

  const CertsFlags& flags_;
  CertsKeeper& keeper_;
  std::atomic<bool> in_order_ = false;
  std::string said_;
  std::chrono::milliseconds retry_ = kShortest;
  http::Server probes_;  // ends first
};

using base::Result;
using base::Status;
using controller::Probe;
using std::chrono::milliseconds;

Status CertsWatch::Open() {
  const controller::Check kept{"kept", [this]() -> std::optional<std::string> {
                                 if (in_order_) return std::nullopt;
                                 return "the certificate cannot be kept valid; see the log";
                               }};
  return controller::Listen(probes_, "probes", flags_.probe_address, {},
                            controller::HandlerOf({Probe("/healthz", {}), Probe("/livez", {}),
                                                   Probe("/readyz", {kept})}));
}

void CertsWatch::Run(std::stop_token stop) {
  keeper_.SayTo([](const std::string& line) { LOG(INFO) << line; });
  while (kube::SleepFor(WaitAfter(keeper_.Keep(stop)), stop)) {
  }
}

// Soon after a failure, then later and later.
milliseconds CertsWatch::WaitAfter(const Result<certs::Kept>& kept) {
  const milliseconds longest = std::max(flags_.interval, kShortest);
  in_order_ = kept.ok();
  if (!kept.ok()) {
    if (kept.error().code() != base::ErrorCode::kCancelled) LOG(ERROR) << kept.error().message();
    retry_ = std::min(retry_ * 2, longest);
    return retry_;
  }
  retry_ = kShortest;
  if (kept->state != said_) LOG(INFO) << kept->state;
  said_ = kept->state;
  return std::clamp<milliseconds>(kept->look_again - CertsNow(), kShortest, longest);
}

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
