#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>

#include <glog/logging.h>

#include "cli/cluster/webhook/certs.h"
#include "cli/shared/api_server.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "controller/listen.h"
#include "http/server.h"
#include "kube/transport/process.h"
#include "kube/wait.h"
#include "webhook/certs/keep.h"
#include "webhook/certs/store.h"

namespace structural::cli {
namespace {

using base::Result;
using base::Status;
using std::chrono::milliseconds;

// CertsKeeper: keeps the certificates of `structural webhook certs` in the Secret or folder, and
// updates the CA bundles of the configurations.
//
// Not thread-safe. The flags must outlive it.
class CertsKeeper {
 public:
  explicit CertsKeeper(const CertsFlags& flags) : flags_(flags) {}

  // kInvalidInput: flags contradict each other, or the folder cannot be used; other errors are
  // those of ApiServer::Open. No request is sent if nothing is stored in a cluster. `stop` ends a
  // wait for the files with the address of the server.
  base::Status Open(std::stop_token stop);

  void SayTo(std::function<void(const std::string& line)> log) { options_.log = std::move(log); }
  // Creates, renews and stores the certificates as certs::Keep does. Precondition: Open returned
  // Ok.
  base::Result<certs::KeepResult> Keep(std::stop_token stop);

 private:
  base::Result<std::string> Namespace(std::stop_token stop);
  base::Status OpenStore(const std::string& namespace_);

  const CertsFlags& flags_;
  std::optional<ApiServer> server_;
  std::unique_ptr<certs::Store> store_;
  certs::KeepOptions options_;
};

std::chrono::seconds Seconds(milliseconds time) { return std::chrono::ceil<std::chrono::seconds>(time); }

// Returns the time of the wall clock.
certs::Moment CertsNow() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

certs::KeepOptions OptionsOf(const CertsFlags& flags, const std::string& namespace_) {
  certs::KeepOptions options;
  const std::string service = flags.service + "." + namespace_ + ".svc";
  options.terms.hosts = {service, service + ".cluster.local"};
  if (namespace_.empty()) options.terms.hosts.clear();
  options.terms.hosts.insert(options.terms.hosts.end(), flags.hosts.begin(), flags.hosts.end());
  options.terms.validity = Seconds(flags.validity);
  options.terms.renew_before = Seconds(flags.renew_before);
  options.terms.overlap = Seconds(flags.overlap);
  for (const std::string& name : flags.validating) {
    options.configurations.push_back({"ValidatingWebhookConfiguration", name});
  }
  for (const std::string& name : flags.mutating) {
    options.configurations.push_back({"MutatingWebhookConfiguration", name});
  }
  // Without configurations, no API server needs time to trust an authority.
  options.terms.trust_propagation = Seconds(options.configurations.empty() ? milliseconds(0) : flags.trust_propagation);
  options.dry_run = flags.dry_run;
  options.now = &CertsNow;
  return options;
}

// Opens a server only if one is needed.
Result<std::string> CertsKeeper::Namespace(std::stop_token stop) {
  const bool asks = flags_.folder.empty() || !flags_.validating.empty() || !flags_.mutating.empty();
  if (!asks) return flags_.namespace_;
  Result<ApiServer> server = ApiServer::Open(flags_.config, std::move(stop));
  if (!server.ok()) return server.error();
  server_.emplace(*std::move(server));
  if (!flags_.namespace_.empty()) return flags_.namespace_;
  return server_->default_namespace().empty() ? "default" : server_->default_namespace();
}

Status CertsKeeper::Open(std::stop_token stop) {
  const Result<std::string> namespace_ = Namespace(std::move(stop));
  if (!namespace_.ok()) return namespace_.error();
  options_ = OptionsOf(flags_, *namespace_);
  if (options_.terms.hosts.empty()) {
    return base::Error(base::ErrorCode::kInvalidInput, "the certificate needs a host: set --namespace or --host");
  }
  const Status terms = certs::CheckTerms(options_.terms);
  return terms.ok() ? OpenStore(*namespace_) : terms;
}

Status CertsKeeper::OpenStore(const std::string& namespace_) {
  if (flags_.folder.empty()) {
    store_ = std::make_unique<certs::SecretStore>(server_->client(), namespace_, flags_.secret);
    return base::Ok();
  }
  auto folder = certs::FolderStore::Open(flags_.folder);
  if (!folder.ok()) return folder.error().In("--output-dir");
  store_ = *std::move(folder);
  return base::Ok();
}

Result<certs::KeepResult> CertsKeeper::Keep(std::stop_token stop) {
  return certs::Keep(*store_, server_ ? &server_->client() : nullptr, options_, stop);
}

// CertsWatch: keeps certificates until it is stopped, and reports their state at its probes.
class CertsWatch {
 public:
  // Flags and keeper must outlive the object.
  CertsWatch(const CertsFlags& flags, CertsKeeper& keeper) : flags_(flags), keeper_(keeper), probes_(0) {}

  // Opens the probes. kInvalidInput: the address is invalid; kUnavailable: the port is in use.
  base::Status Open();
  // Runs until a stop is requested.
  void Run(std::stop_token stop);

 private:
  std::chrono::milliseconds WaitAfter(const base::Result<certs::KeepResult>& kept);

  static constexpr std::chrono::milliseconds kShortest{1'000};

  const CertsFlags& flags_;
  CertsKeeper& keeper_;
  std::atomic<bool> in_order_ = false;
  std::string said_;
  std::chrono::milliseconds retry_ = kShortest;
  http::Server probes_;  // last member, so that it stops before the data of its probes is destroyed
};

using controller::Probe;

Status CertsWatch::Open() {
  const controller::Check kept{"kept", [this]() -> std::optional<std::string> {
                                 if (in_order_) return std::nullopt;
                                 return "the certificate cannot be kept valid; see the log";
                               }};
  return controller::Listen(
      probes_, "probes", flags_.probe_address, {},
      controller::HandlerOf({Probe("/healthz", {}), Probe("/livez", {}), Probe("/readyz", {kept})}));
}

void CertsWatch::Run(std::stop_token stop) {
  keeper_.SayTo([](const std::string& line) { LOG(INFO) << line; });
  while (kube::SleepFor(WaitAfter(keeper_.Keep(stop)), stop)) {
  }
}

// Returns the wait before the next check. After failures it doubles, up to the interval; after a
// success it ends when the certificates need the next check, at most after the interval.
milliseconds CertsWatch::WaitAfter(const Result<certs::KeepResult>& kept) {
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
  return std::clamp<milliseconds>(kept->next_step_at - CertsNow(), kShortest, longest);
}

int Fail(const base::Error& error) {
  PrintError("structural webhook certs: " + error.message());
  if (error.code() == base::ErrorCode::kInternal) return kExitInternal;
  return error.code() == base::ErrorCode::kInvalidInput ? kExitUsage : kExitFailure;
}

// Completes a renewal that has begun.
int Once(const CertsFlags& flags, CertsKeeper& keeper, std::stop_token stop) {
  keeper.SayTo([](const std::string& line) { std::cout << line << std::endl; });
  for (;;) {
    const Result<certs::KeepResult> kept = keeper.Keep(stop);
    if (!kept.ok()) return Fail(kept.error());
    std::cout << kept->state << std::endl;
    if (!kept->pending || flags.dry_run) return kExitOk;
    const auto wait = std::max(kept->next_step_at - CertsNow(), std::chrono::seconds(1));
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
