// structural webhook: answers the API server's admission reviews of CRDs.
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <glog/logging.h>

#include "cli/cluster/webhook/flags.h"
#include "cli/shared/api_server.h"
#include "cli/shared/command.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "cli/shared/process.h"
#include "controller/clock.h"
#include "controller/listen.h"
#include "controller/reflector.h"
#include "http/server.h"
#include "kube/config/config_flags.h"
#include "kube/transport/process.h"
#include "kube/wait.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "webhook/answer.h"
#include "webhook/union_crds.h"

namespace structural::cli {
namespace {

// UnionSource: fills the CRDs for `structural webhook --unions` from files or from a cluster.
class UnionSource {
 public:
  // `crds` must outlive the object.
  explicit UnionSource(webhook::UnionCrds& crds);
  // Ends the watch.
  ~UnionSource();

  // Reads the CRDs in files and folders once. Prints errors on standard error; after an error, returns kInvalidInput.
  base::Status Read(const std::vector<std::string>& paths);

  // Starts a thread that watches the CRDs of the cluster. The destructor ends it. The thread logs failures, and retries
  // without a limit. Errors: those of ApiServer::Open, to which `stop` is passed. Precondition: kube::PrepareProcess()
  // was called.
  base::Status Watch(const kube::ConfigFlags& cluster, std::stop_token stop);

  // Returns nullopt if all CRDs were read; otherwise a text that says that they were not, for the readiness probe.
  std::optional<std::string> Missing() const;

 private:
  class Watching;

  webhook::UnionCrds& crds_;
  std::unique_ptr<Watching> watching_;
};

// Adds the CRD to `crds`, or replaces the CRD of this name. Returns the error in the CRD or in its unions; empty if
// they have none.
std::string SetIn(webhook::UnionCrds& crds, const std::string& name, std::string_view json,
                  crd::ApiVersion default_version = crd::ApiVersion::kV1) {
  const auto set = crds.Set(name, json, default_version);
  if (!set.ok()) return set.error().message();
  return *set == nullptr ? std::string() : (*set)->union_error;
}

int ReadDocument(const FileDocument& document, webhook::UnionCrds& crds, base::Arena& arena) {
  if (!document.IsCrd()) return kExitOk;
  const auto crd = crd::Decode(document.json, arena);
  if (!crd.ok()) {
    ReportError(document, crd.error());
    return kExitUsage;
  }
  const std::string wrong = SetIn(crds, std::string(crd->metadata.name), document.json);
  if (wrong.empty()) return kExitOk;
  ReportError(document, wrong);
  return kExitUsage;
}

class UnionSource::Watching {
  // Applies the events of a reflector to the CRDs.
  class CrdFollower : public controller::ReflectorHandler {
   public:
    explicit CrdFollower(webhook::UnionCrds& crds) : crds_(crds) {}

    void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token) override {
      const std::string name(meta.name);
      const std::string wrong = SetIn(crds_, name, text, meta.default_version);
      if (!wrong.empty()) LOG(WARNING) << "unions of CRD " << name << " are ignored: " << wrong;
    }
    void OnDeleted(const std::string& name) override { crds_.Remove(name); }
    void OnReplace(const std::set<std::string>& names) override {
      if (!crds_.complete()) LOG(INFO) << "read all " << names.size() << " CRDs";
      crds_.KeepOnly(names);
    }

   private:
    webhook::UnionCrds& crds_;
  };

 public:
  Watching(ApiServer server, webhook::UnionCrds& crds)
      : server_(std::move(server)), api_(server_.client()), following_(crds) {
    thread_ = std::jthread([this](std::stop_token stop) { Run(std::move(stop)); });
  }

 private:
  void Run(std::stop_token stop) {
    controller::ReflectorOptions options;
    options.sleep = kube::SleepFor;
    options.random = controller::Random;
    controller::Reflector reflector(server_.client(), api_, following_, controller::Clock::OfMachine(),
                                    std::move(options));
    const base::Status ended = reflector.Run(std::move(stop));
    if (!ended.ok()) LOG(ERROR) << ended.error().message();
  }

  ApiServer server_;
  controller::CrdApi api_;
  CrdFollower following_;
  std::jthread thread_;
};

UnionSource::UnionSource(webhook::UnionCrds& crds) : crds_(crds) {}
UnionSource::~UnionSource() = default;

base::Status UnionSource::Read(const std::vector<std::string>& paths) {
  const int exit_code = VisitDocuments(
      paths, [this](const FileDocument& document, base::Arena& arena) { return ReadDocument(document, crds_, arena); });
  if (exit_code != kExitOk) return {base::ErrorCode::kInvalidInput, "the files of --crd cannot be used"};
  crds_.MarkComplete();
  return base::Ok();
}

base::Status UnionSource::Watch(const kube::ConfigFlags& cluster, std::stop_token stop) {
  auto server = ApiServer::Open(cluster, std::move(stop));
  if (!server.ok()) return server.error();
  LOG(INFO) << "watching the CRDs of " << server->url();
  watching_ = std::make_unique<Watching>(*std::move(server), crds_);
  return base::Ok();
}

std::optional<std::string> UnionSource::Missing() const {
  if (crds_.complete()) return std::nullopt;
  return "the CRDs were not read yet";
}

using base::Status;
using controller::Listen;

constexpr const char* kWebhookFooter =
    "Examples:\n"
    "  structural webhook --tls-cert tls.crt --tls-key tls.key\n"
    "  structural webhook --tls-cert tls.crt --tls-key tls.key --mode warn --mode "
    "kep-create=enforce\n"
    "  structural webhook --tls-cert tls.crt --tls-key tls.key --exempt-group '*.example.com'\n"
    "  structural webhook --tls-cert tls.crt --tls-key tls.key --unions --kubeconfig config\n\n"
    "A ValidatingWebhookConfiguration directs the API server to the path /validate. With\n"
    "--unions a MutatingWebhookConfiguration directs it to the path /mutate-unions. SIGTERM and\n"
    "SIGINT stop the webhook after --shutdown-delay; a second signal stops it at once.\n";

constexpr std::size_t kBodyBytes = 7 << 20;
// Time after which an idle connection is closed. An API server closes its unused connections after 90 s. The webhook
// must not be the first to close one: a review that the API server sends at the same moment would be lost.
constexpr std::chrono::seconds kIdle{120};
// Maximum number of large reviews that wait for the answer to an earlier one, because large reviews are checked one at
// a time. Each waiting review occupies a thread.
constexpr int kWaiting = 8;

// Maximum number of concurrent TLS handshakes. Each handshake needs 80 KiB.
constexpr int kReading = 512;

class Running {
 public:
  explicit Running(const WebhookFlags& flags)
      : flags_(flags),
        metrics_(Version()),
        union_source_(union_crds_),
        reviews_(flags.threads + 1 + kWaiting),
        others_(1) {}

  // Opens the source of the CRDs and all listeners. `stop` ends the wait for the files that name the API server's
  // address.
  Status Open(std::stop_token stop) {
    Status status = OpenUnions(std::move(stop));
    if (status.ok()) status = OpenReviews();
    if (status.ok()) status = OpenMetrics();
    return status.ok() ? OpenProbes() : status;
  }

  // Waits until a stop is requested. Then waits for the shutdown delay, and until all requests in progress are
  // answered, but at most for the drain timeout.
  void Wait(std::stop_token stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any fired;
    fired.wait(lock, stop, [] { return false; });
    ready_ = false;
    reviews_.Retire();
    LOG(INFO) << "shutting down";
    fired.wait_for(lock, flags_.shutdown_delay, [] { return false; });
    reviews_.Drain(flags_.drain_timeout);
    reviews_.Stop();
    others_.Stop();
  }

 private:
  Status OpenUnions(std::stop_token stop) {
    if (!flags_.unions) return base::Ok();
    return flags_.crds.empty() ? union_source_.Watch(flags_.cluster, std::move(stop)) : union_source_.Read(flags_.crds);
  }

  std::map<std::string, webhook::Answer> Answers(const webhook::Log& log) {
    std::map<std::string, webhook::Answer> answers = {
        {webhook::kValidatePath, webhook::NewCrdAnswer(flags_.rules, metrics_, log)}};
    if (flags_.unions) answers[webhook::kMutateUnionsPath] = webhook::NewUnionAnswer(union_crds_, metrics_, log);
    return answers;
  }

  Status OpenReviews() {
    const auto log = [](const std::string& line) { LOG(INFO) << line; };
    auto tls = http::TlsFiles::Open(flags_.certificate, flags_.key, log, &http::TlsFiles::Clock::now, flags_.client_ca);
    if (!tls.ok()) return tls.error();
    http::ListenOptions options;
    options.limits.body_bytes = kBodyBytes;
    options.limits.idle_timeout = kIdle;
    options.limits.connections = flags_.max_connections;
    options.limits.reading = kReading;
    options.limits.all_bodies_bytes = static_cast<std::size_t>(flags_.max_bodies_mib) << 20;
    options.tls = tls_ = *std::move(tls);
    options.on_rejected = [this, log_it = controller::NewRejectionLogger("reviews")](http::RequestRejection why) {
      metrics_.CountRejection(why);
      log_it(why);
    };
    const webhook::ReviewLimits limits{.max_large_bytes = static_cast<std::size_t>(flags_.max_check_mib) << 20,
                                       .max_small_reviews = flags_.threads,
                                       .max_waiting = kWaiting};
    return Listen(reviews_, "reviews", flags_.address, std::move(options),
                  webhook::NewHandler(Answers(log), metrics_, log, limits));
  }

  Status OpenMetrics() {
    return Listen(others_, "metrics", flags_.metrics_address, {},
                  [this](const http::Request& request, std::stop_token) {
                    if (request.path != "/metrics")
                      return http::Response{.status = 404, .body = "404 page not found\n"};
                    metrics_.SetCertificateExpiry(tls_->NotAfter());
                    return http::Response{.content_type = webhook::Metrics::kContentType, .body = metrics_.Text()};
                  });
  }

  Status OpenProbes() {
    using controller::Probe;
    const controller::Check serving{"serving", [this]() -> std::optional<std::string> {
                                      if (ready_) return std::nullopt;
                                      return "shutting down";
                                    }};
    std::vector<controller::Check> ready = {serving};
    if (flags_.unions) ready.push_back({"unions", [this] { return union_source_.Missing(); }});
    return Listen(others_, "probes", flags_.probe_address, {},
                  controller::HandlerOf({Probe("/healthz", {}), Probe("/livez", {}), Probe("/readyz", ready)}));
  }

  const WebhookFlags& flags_;
  webhook::Metrics metrics_;
  std::shared_ptr<http::TlsFiles> tls_;
  webhook::UnionCrds union_crds_;
  UnionSource union_source_;
  std::atomic<bool> ready_ = true;
  http::Server reviews_;
  http::Server others_;
};

int Run(const WebhookFlags& flags) {
  KeepHeapSmall();
  BlockStopSignals();
  kube::PrepareProcess();
  const StopOnSignal signals;
  SetUpLogging(flags.log_format, flags.verbosity);
  LOG(INFO) << Version();
  Running running(flags);
  const Status opened = running.Open(signals.token());
  if (!opened.ok()) {
    PrintError("structural webhook: " + opened.error().message());
    return opened.error().code() == base::ErrorCode::kInvalidInput ? kExitUsage : kExitFailure;
  }
  running.Wait(signals.token());
  return kExitOk;
}

}  // namespace

void AddWebhook(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("webhook", "Run an HTTPS admission webhook for CRDs");
  auto flags = std::make_shared<WebhookFlags>();
  AddWebhookFlags(*command, *flags);
  AddWebhookCerts(*command, exit_code);
  command->SetHelpTexts(kWebhookFooter);
  command->OnRun([command, flags, exit_code] {
    if (command->HasSubcommandGiven()) return;
    // The parser cannot require --tls-cert and --tls-key, because the subcommand `certs` does not have them.
    if (flags->certificate.empty()) FailRequired("--tls-cert");
    if (flags->key.empty()) FailRequired("--tls-key");
    *exit_code = Run(*flags);
  });
}

}  // namespace structural::cli
