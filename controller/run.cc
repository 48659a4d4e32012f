#include "controller/run.h"

#include <thread>
#include <vector>

#include <glog/logging.h>

#include "controller/clock.h"
#include "controller/event_recorder.h"
#include "controller/listen.h"
#include "controller/measured_transport.h"
#include "controller/state_metrics.h"
#include "kube/config/secrets.h"
#include "kube/wait.h"
#include "schema/base/text.h"

namespace structural::controller {
namespace {

// Observers: passes each call to several observers, which must outlive it. Thread-safe if they are.
class Observers : public Observer {
 public:
  explicit Observers(std::vector<Observer*> all) : all_(std::move(all)) {}

  void OnEvaluated(const crd::CustomResourceDefinition& crd, const crd::EvaluationResult& verdict) override {
    for (Observer* one : all_) one->OnEvaluated(crd, verdict);
  }
  void OnWriteWithheld(const PlannedWrite& write) override {
    for (Observer* one : all_) one->OnWriteWithheld(write);
  }
  void OnWritten(const PlannedWrite& write) override {
    for (Observer* one : all_) one->OnWritten(write);
  }
  void OnBackedOff(const PlannedWrite& write, std::chrono::milliseconds wait) override {
    for (Observer* one : all_) one->OnBackedOff(write, wait);
  }
  void OnFailed(std::string_view name, const base::Error& error) override {
    for (Observer* one : all_) one->OnFailed(name, error);
  }
  void OnCrdDeleted(std::string_view name) override {
    for (Observer* one : all_) one->OnCrdDeleted(name);
  }

 private:
  const std::vector<Observer*> all_;
};

using base::Error;
using base::ErrorCode;
using base::Status;

constexpr std::size_t kMaxNamed = 100;

Error LeftAlone(const std::set<std::string>& names) {
  std::string text =
      std::to_string(names.size()) + " CustomResourceDefinition(s) still have a wrong condition; see the log for:";
  std::size_t left = kMaxNamed;
  for (auto name = names.begin(); name != names.end() && left > 0; ++name, --left) {
    text += " " + *name;
  }
  return {ErrorCode::kUnavailable, names.size() > kMaxNamed ? text + " …" : text};
}

// Returns the error for selected names that no CRD has. Only used with `once`, because otherwise the CRDs can be
// created later.
Error UnknownNamesError(const std::vector<std::string>& sentences) {
  const std::string text = base::Join(sentences, "; ");
  return {ErrorCode::kInvalidInput, text};
}

LeaderElectionOptions WithMachine(LeaderElectionOptions options) {
  options.sleep = kube::SleepFor;
  options.random = Random;
  return options;
}

// DryRunReport: reports the writes that a dry run omits.
class DryRunReport : public Observer {
 public:
  explicit DryRunReport(const RunOptions& options) : options_(options) {}
  void OnWriteWithheld(const PlannedWrite& write) override {
    if (options_.dry_run && options_.on_withheld) options_.on_withheld(write);
  }

 private:
  const RunOptions& options_;
};

// Process: the parts of the controller's process.
class Process {
 public:
  Process(kube::Transport& transport, Clock& clock, RunOptions options, std::stop_token stop)
      : options_(std::move(options)),
        stop_(stop),
        metrics_(options_.version),
        transport_(transport, metrics_, options_.host),
        client_(transport_, options_.client),
        elector_(transport_, clock, WithMachine(options_.leader_election)),
        controller_(client_, clock, Prepared(clock)),
        state_(controller_.store(), controller_.queue(), controller_.watch()),
        clock_(clock) {
    metrics_.AddSource(&state_);
    metrics_.AddSource(&violations_);
  }

  Status Run();

 private:
  ControllerOptions Prepared(Clock& clock);
  void Lead();
  Status Outcome(const Status& read) const;
  std::string LeaseName() const { return options_.leader_election.namespace_ + "/" + options_.leader_election.name; }

  RunOptions options_;
  const std::stop_token stop_;
  Metrics metrics_;
  MeasuredTransport transport_;
  kube::Client client_;
  ViolationMetrics violations_;
  DryRunReport dry_run_report_{options_};
  std::unique_ptr<EventRecorder> events_;
  std::unique_ptr<Observers> observers_;
  LeaderElector elector_;
  Controller controller_;
  StateMetrics state_;
  Clock& clock_;
  std::stop_source end_;  // ends the process: a stop was requested, or the Lease is lost
  std::optional<Error> lost_;
};

ControllerOptions Process::Prepared(Clock& clock) {
  std::vector<Observer*> observers = {&violations_, &dry_run_report_};
  if (options_.events && !options_.dry_run) {
    using Removal = EventRecorder::Removal;
    events_ = std::make_unique<EventRecorder>(
        client_, clock, options_.instance,
        options_.controller.reconciler.remove_conditions ? Removal::kCleanup : Removal::kResolved);
    observers.push_back(events_.get());
  }
  observers_ = std::make_unique<Observers>(std::move(observers));
  ControllerOptions prepared = options_.controller;
  prepared.metrics = &metrics_;
  prepared.dry_run = options_.dry_run;
  prepared.reconciler.observer = observers_.get();
  if (options_.dry_run) {
    prepared.reconciler.may_write = [] { return false; };
  } else if (options_.leader_elect) {
    prepared.reconciler.may_write = [this] { return elector_.IsLeader(); };
  }
  return prepared;
}

// Waits for the Lease while the controller already reads and evaluates CRDs. Then leads, and ends the process when the
// Lease is lost.
void Process::Lead() {
  const std::stop_token stop = end_.get_token();
  metrics_.SetLeader(LeaseName(), false);
  if (!elector_.Acquire(stop).ok()) return;
  metrics_.SetLeader(LeaseName(), true);
  controller_.OnStartedLeading();
  const Status renewed = elector_.Renew(stop, [this] { controller_.OnStartedLeading(); });
  metrics_.SetLeader(LeaseName(), false);
  if (renewed.ok()) return;
  LOG(ERROR) << "leader election lost: " << renewed.error().message();
  lost_ = renewed.error().In("leader election lost");
  transport_.ResetOnClose();
  controller_.AbandonWrites();
  end_.request_stop();
}

Status Process::Outcome(const Status& read) const {
  if (lost_) return *lost_;
  if (!read.ok()) return read;
  if (!options_.controller.once) return base::Ok();
  if (const auto failed_names = controller_.failed_names(); !failed_names.empty()) return LeftAlone(failed_names);
  if (!options_.dry_run && controller_.unwritten_count() > 0) {
    return Error(ErrorCode::kUnavailable, "stopped before the lease was free; " +
                                              std::to_string(controller_.unwritten_count()) +
                                              " condition(s) were not written");
  }
  if (!controller_.done()) return Error(ErrorCode::kCancelled, "stopped before every condition was right");
  if (const auto unknown = controller_.unknown_names(); !unknown.empty()) return UnknownNamesError(unknown);
  return base::Ok();
}

Status Process::Run() {
  const std::stop_callback pass_on(stop_, [this] { end_.request_stop(); });
  MetricsAccess access(transport_, clock_);
  const Checks checks = {.synced = [this] { return controller_.has_synced(); },
                         .time_without_watch = [this] { return controller_.watch().TimeWithoutWatch(); },
                         .lease_is_valid =
                             [this] {
                               return !options_.leader_elect ||
                                      elector_.Holder() != options_.leader_election.identity || elector_.IsLeader();
                             }};
  auto listeners = Listeners::Open(options_.listeners, metrics_, access, checks);
  if (!listeners.ok()) return listeners.error();
  std::jthread election;
  if (options_.leader_elect && !options_.dry_run) election = std::jthread([this] { Lead(); });
  const Status read = controller_.Run(end_.get_token());
  end_.request_stop();
  if (election.joinable()) election.join();
  events_.reset();
  if (options_.leader_elect && !lost_) elector_.Release();  // must be after all writes
  if (options_.dry_run) {
    LOG(INFO) << "dry run: " << controller_.unwritten_count() << " condition(s) would be "
              << (options_.controller.reconciler.remove_conditions ? "removed" : "written");
  }
  return Outcome(read);
}

}  // namespace

Status Run(kube::Transport& transport, Clock& clock, RunOptions options, std::stop_token stop) {
  if (options.leader_elect) {
    if (const Status sound = CheckOptions(options.leader_election); !sound.ok()) return sound;
  }
  return Process(transport, clock, std::move(options), stop).Run();
}

namespace {

using base::Result;

// Number of threads of the metrics server: those that can wait for MetricsAccess, and two for other requests.
constexpr int kGuardedThreads = MetricsAccess::kMaxWaiting + 2;

http::Handler MetricsHandler(Metrics& metrics) {
  return [&metrics](const http::Request&, std::stop_token) {
    return http::Response{.content_type = Metrics::kContentType,
                          // Hides secrets: a CRD's name in the metrics can contain a secret that was sent to the
                          // server.
                          .body = kube::Secrets::OfProcess().Hide(metrics.Text())};
  };
}

// Returns a handler that calls `handler` for /metrics, and answers other paths with 404. So other paths cause no
// reviews (MetricsAccess).
http::Handler OnlyMetrics(http::Handler handler) {
  return [handler = std::move(handler)](const http::Request& request, std::stop_token stop) {
    if (request.path == "/metrics") return handler(request, stop);
    return http::Response{.status = 404, .body = "404 page not found\n"};
  };
}

std::vector<Probe> ProbesOf(const Checks& checks) {
  const auto check = [](const char* name, std::function<bool()> holds, const char* otherwise) {
    return Check{name, [holds = std::move(holds), otherwise]() -> std::optional<std::string> {
                   return holds() ? std::nullopt : std::optional<std::string>(otherwise);
                 }};
  };
  const Check lease = check("leader-election", checks.lease_is_valid, "the lease is held but was not renewed in time");
  const Check synced = check("sync", checks.synced, "the first list has not been read and checked yet");
  const auto dead = [dead_for = checks.time_without_watch]() -> std::optional<std::string> {
    const auto time = std::chrono::floor<std::chrono::seconds>(dead_for());
    if (time < kMaxTimeWithoutWatch) return std::nullopt;
    return "no watch for " + std::to_string(time.count()) + " s";
  };
  const Check watch{"watch", dead};
  return {Probe("/healthz", {lease}), Probe("/livez", {lease}), Probe("/readyz", {synced, watch})};
}

}  // namespace

Status Listeners::ServeMetrics(const ListenerOptions& options, Metrics& metrics, MetricsAccess& access) {
  if (http::IsDisabledAddress(options.metrics_address)) return base::Ok();
  http::ListenOptions to;
  http::Handler handler = MetricsHandler(metrics);
  if (!options.metrics_certificate.empty()) {
    auto files = http::TlsFiles::Open(options.metrics_certificate, options.metrics_key,
                                      [](const std::string& line) { LOG(INFO) << line; });
    if (!files.ok()) return files.error().In("metrics");
    to.tls = *std::move(files);
    handler = access.Guard(std::move(handler));
  }
  return Listen(metrics_, "metrics", options.metrics_address, std::move(to), OnlyMetrics(std::move(handler)));
}

Status Listeners::ServeProbes(const ListenerOptions& options, const Checks& checks) {
  return Listen(probes_, "probes", options.probe_address, {}, HandlerOf(ProbesOf(checks)));
}

Result<std::unique_ptr<Listeners>> Listeners::Open(const ListenerOptions& options, Metrics& metrics,
                                                   MetricsAccess& access, const Checks& checks) {
  const bool guarded = !options.metrics_certificate.empty();
  std::unique_ptr<Listeners> listeners(new Listeners(guarded ? kGuardedThreads : 1));
  Status status = listeners->ServeMetrics(options, metrics, access);
  if (status.ok()) status = listeners->ServeProbes(options, checks);
  if (!status.ok()) return status.error();
  return listeners;
}

}  // namespace structural::controller
