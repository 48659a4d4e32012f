// structural webhook certs: creates and renews the webhook's own certificate, for clusters without cert-manager.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <glog/logging.h>

#include "cli/shared/api_server.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/logging.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "controller/listen.h"
#include "http/server.h"
#include "kube/config/config_flags.h"
#include "kube/transport/process.h"
#include "kube/wait.h"
#include "webhook/certs/keep.h"
#include "webhook/certs/store.h"

namespace structural::cli {
namespace {

// The flags of `structural webhook certs`.
struct CertsFlags {
  kube::ConfigFlags config;
  std::string namespace_;  // namespace of the Service and the Secret; empty: that of the context or the Pod
  std::string service = "structural-webhook";
  std::string secret = "structural-webhook-tls";
  std::string folder;  // folder that stores the certificate; empty: the Secret stores it
  std::vector<std::string> validating;
  std::vector<std::string> mutating;
  std::vector<std::string> hosts;
  std::chrono::milliseconds validity = std::chrono::hours(2160);
  std::chrono::milliseconds renew_before = std::chrono::hours(720);
  std::chrono::milliseconds overlap = std::chrono::hours(24);
  std::chrono::milliseconds trust_propagation = std::chrono::seconds(30);
  bool dry_run = false;
  bool watch = false;
  std::chrono::milliseconds interval = std::chrono::minutes(1);
  std::string probe_address = ":8081";
  LogFormat log_format = LogFormat::kText;
  int verbosity = 0;
};

constexpr const char* kCertsFooter =
    "Examples:\n"
    "  structural webhook certs -n structural-system --validating-webhook-configuration "
    "structural\n"
    "  structural webhook certs --output-dir /etc/structural --host webhook.example.com\n\n"
    "Each certificate has its own authority, and the key of the authority is never stored. A\n"
    "renewal first adds the new authority to every caBundle, then writes the certificate to the\n"
    "Secret, and removes the old authority after --overlap. No call fails during a renewal. The\n"
    "command changes only what needs a change, and several processes can run it at once.\n\n"
    "Exit codes:\n"
    "  0  certificate and configurations are right\n"
    "  1  they could not be repaired\n"
    "  2  wrong arguments\n"
    "  3  the run itself failed\n";

void AddPlaces(Command& command, CertsFlags& flags) {
  command.AddOption("-n,--namespace", flags.namespace_,
                    "Namespace of the Service and the Secret (default: the context's or the Pod's)");
  command
      .AddOption("--service", flags.service,
                 "Service that the API server calls: the certificate is for NAME.NAMESPACE.svc")
      ->TypeName("NAME")
      ->ShowDefault();
  command.AddOption("--host", flags.hosts, "Further host name or IP address of the certificate; repeatable");
  auto* secret = command.AddOption("--secret", flags.secret, "Secret that stores the certificate")
                     ->TypeName("NAME")
                     ->ShowDefault();
  command.AddOption("--output-dir", flags.folder, "Write the certificate to files in this folder instead of a Secret")
      ->TypeName("FOLDER")
      ->Excludes(secret);
  command
      .AddOption("--validating-webhook-configuration", flags.validating,
                 "ValidatingWebhookConfiguration whose caBundle is maintained; repeatable")
      ->TypeName("NAME");
  command
      .AddOption("--mutating-webhook-configuration", flags.mutating,
                 "MutatingWebhookConfiguration whose caBundle is maintained; repeatable")
      ->TypeName("NAME");
}

void AddTerms(Command& command, CertsFlags& flags) {
  AddDurationFlag(command, "--validity", flags.validity, "Lifetime of a certificate");
  AddDurationFlag(command, "--renew-before", flags.renew_before,
                  "Time before expiry at which the certificate is renewed");
  AddDurationFlag(command, "--overlap", flags.overlap, "How long the old authority stays trusted after a renewal");
  AddDurationFlag(command, "--settle", flags.trust_propagation,
                  "How long a new authority is trusted before its certificate is served");
}

void AddCertsFlags(Command& command, CertsFlags& flags) {
  AddPlaces(command, flags);
  AddTerms(command, flags);
  auto* dry_run = command.AddFlag("--dry-run", flags.dry_run, "Write nothing; print the changes");
  command.AddFlag("-w,--watch", flags.watch, "Keep running: renew the certificate, and repair changes by others")
      ->Excludes(dry_run);
  AddDurationFlag(command, "--interval", flags.interval, "With --watch: how often the certificate is checked");
  command
      .AddOption("--health-probe-bind-address", flags.probe_address,
                 "With --watch: address of /healthz, /livez and /readyz; 0 disables it")
      ->ShowDefault();
  AddLogFlags(command, flags.log_format, flags.verbosity, "0 changes, 2 requests");
  AddConfigFlags(command, &flags.config);
}

using base::Result;
using base::Status;
using std::chrono::milliseconds;

// CertsKeeper: creates and renews the certificate of `structural webhook certs` in the Secret or folder, and updates
// the CA bundles of the webhook configurations.
//
// Not thread-safe. The flags must outlive it.
class CertsKeeper {
 public:
  explicit CertsKeeper(const CertsFlags& flags) : flags_(flags) {}

  // Prepares the place of the certificate. Opens a client for the API server only if the Secret or a webhook
  // configuration is used. `stop` ends the wait for the files that name the server's address. Errors: kInvalidInput if
  // flags contradict each other, or if the folder cannot be used; those of ApiServer::Open.
  base::Status Open(std::stop_token stop);

  // Sets the function that receives a line about each change.
  void SayTo(std::function<void(const std::string& line)> log) { options_.log = std::move(log); }
  // Does the next step for the certificate; the result and errors are those of certs::RenewCertificates. Precondition:
  // Open returned Ok.
  base::Result<certs::RenewResult> RenewCertificates(std::stop_token stop);

 private:
  base::Result<std::string> Namespace(std::stop_token stop);
  base::Status OpenStore(const std::string& namespace_);

  const CertsFlags& flags_;
  std::optional<ApiServer> server_;
  std::unique_ptr<certs::Store> store_;
  certs::RenewOptions options_;
};

std::chrono::seconds Seconds(milliseconds time) { return std::chrono::ceil<std::chrono::seconds>(time); }

// Returns the time of the wall clock.
certs::Moment CertsNow() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

certs::RenewOptions OptionsOf(const CertsFlags& flags, const std::string& namespace_) {
  certs::RenewOptions options;
  const std::string service = flags.service + "." + namespace_ + ".svc";
  options.policy.hosts = {service, service + ".cluster.local"};
  if (namespace_.empty()) options.policy.hosts.clear();
  options.policy.hosts.insert(options.policy.hosts.end(), flags.hosts.begin(), flags.hosts.end());
  options.policy.validity = Seconds(flags.validity);
  options.policy.renew_before = Seconds(flags.renew_before);
  options.policy.overlap = Seconds(flags.overlap);
  for (const std::string& name : flags.validating) {
    options.configurations.push_back({"ValidatingWebhookConfiguration", name});
  }
  for (const std::string& name : flags.mutating) {
    options.configurations.push_back({"MutatingWebhookConfiguration", name});
  }
  // Without a webhook configuration to update, the time is 0, because no API server has to learn of a new authority.
  options.policy.trust_propagation =
      Seconds(options.configurations.empty() ? milliseconds(0) : flags.trust_propagation);
  options.dry_run = flags.dry_run;
  options.now = &CertsNow;
  return options;
}

// If neither the Secret nor a webhook configuration is used, returns the namespace of the flags, which may be empty.
// Otherwise, opens the client for the API server, and returns the namespace of the flags or, if it is empty, that of
// the context or the Pod, or else "default".
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
  if (options_.policy.hosts.empty()) {
    return base::Error(base::ErrorCode::kInvalidInput, "the certificate needs a host: set --namespace or --host");
  }
  const Status terms = certs::CheckPolicy(options_.policy);
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

Result<certs::RenewResult> CertsKeeper::RenewCertificates(std::stop_token stop) {
  return certs::RenewCertificates(*store_, server_ ? &server_->client() : nullptr, options_, stop);
}

// CertsWatch: renews the certificates until it is stopped, and reports their state on the port of the health probes.
class CertsWatch {
 public:
  // `flags` and `keeper` must outlive the object.
  CertsWatch(const CertsFlags& flags, CertsKeeper& keeper) : flags_(flags), keeper_(keeper), probes_(0) {}

  // Opens the port of the health probes. kInvalidInput: the address is invalid; kUnavailable: the port is in use.
  base::Status Open();
  // Runs until a stop is requested.
  void Run(std::stop_token stop);

 private:
  std::chrono::milliseconds WaitAfter(const base::Result<certs::RenewResult>& kept);

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
  while (kube::SleepFor(WaitAfter(keeper_.RenewCertificates(stop)), stop)) {
  }
}

// Returns the time to wait before the next check, at most the interval of the flags. After a failure, it is twice the
// previous time. After a success, it is the time until the next step for the certificate.
milliseconds CertsWatch::WaitAfter(const Result<certs::RenewResult>& kept) {
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

// Renews the certificate if necessary. If a renewal has begun, waits until it is complete; with --dry-run, does not
// wait. Returns the exit code.
int Once(const CertsFlags& flags, CertsKeeper& keeper, std::stop_token stop) {
  keeper.SayTo([](const std::string& line) { std::cout << line << std::endl; });
  for (;;) {
    const Result<certs::RenewResult> kept = keeper.RenewCertificates(stop);
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

}  // namespace

void AddWebhookCerts(Command& webhook, int* exit_code) {
  auto* command =
      webhook.AddSubcommand("certs", "Create and renew the webhook's certificate, and write it to caBundle");
  auto flags = std::make_shared<CertsFlags>();
  AddCertsFlags(*command, *flags);
  command->SetHelpTexts(kCertsFooter);
  command->OnRun([flags, exit_code] { *exit_code = RunCerts(*flags); });
}

}  // namespace structural::cli
