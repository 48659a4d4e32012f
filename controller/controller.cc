#include "controller/controller.h"

#include <thread>
#include <vector>

#include <glog/logging.h>

#include "controller/log_fields.h"
#include "controller/reflector.h"
#include "kube/wait.h"

namespace structural::controller {
namespace {

// ResourceEventHandler: puts the CRDs that the reflector reads into the Store, and adds their names to the WorkQueue.
class ResourceEventHandler : public ReflectorHandler {
 public:
  ResourceEventHandler(Store& store, WorkQueue& queue, const ControllerOptions& options,
                       std::function<void(const std::set<std::string>&)> on_listed)
      : store_(store), queue_(queue), options_(options), on_listed_(std::move(on_listed)) {}

  void OnObject(const crd::Meta& meta, std::string_view text, std::stop_token stop) override {
    if (!options_.selector.Matches(meta.name)) return;
    if (store_.Update(meta, text, stop)) return queue_.Add(meta.name);
    if (store_.Contains(meta.name) || stop.stop_requested()) return;
    const LogFields about({{"controller", kControllerName}, {"crd", meta.name}, {"uid", meta.uid}});
    LOG_EVERY_T(ERROR, 60) << "skipped, because the cluster has more than " << Store::kMaxCrds
                           << " CustomResourceDefinitions";
  }

  void OnDeleted(const std::string& name) override {
    const LogFields about({{"controller", kControllerName}, {"crd", name}});
    VLOG(1) << "deleted";
    store_.Remove(name);
    queue_.Add(name);  // the worker finds that the CRD is gone, and removes its data
  }

  void OnPanic(const std::string& name, const std::string& what) override {
    const LogFields about({{"controller", kControllerName}});
    ReflectorHandler::OnPanic(name, what);
    if (options_.metrics != nullptr) options_.metrics->CountPanic();
    if (!name.empty()) queue_.Add(name);  // a worker reads the CRD again
  }

  void OnReplace(const std::set<std::string>& names) override {
    for (const std::string& gone : store_.KeepOnly(names)) queue_.Add(gone);  // a worker removes the data of each CRD
    LOG(INFO) << "watching " << names.size() << " CustomResourceDefinitions";
    on_listed_(names);
  }

 private:
  Store& store_;
  WorkQueue& queue_;
  const ControllerOptions& options_;
  std::function<void(const std::set<std::string>&)> on_listed_;
};

// Maximum number of attempts to reconcile one CRD in a run with `once`.
constexpr int kAttemptsOfOnce = 5;

ReconcilerOptions ReconcilerOptionsOf(const ControllerOptions& options, const WorkQueue& queue, std::stop_token abort) {
  ReconcilerOptions reconciler = options.reconciler;
  reconciler.abort = std::move(abort);
  reconciler.others_wait = [&queue] { return queue.HasNormalPriorityNames(); };
  return reconciler;
}

ReflectorOptions ReflectorOptionsOf(const ControllerOptions& options, WatchStats& stats) {
  return {.accept = options.accept,
          .max_failures = options.once ? kAttemptsOfOnce : 0,
          .sleep = kube::SleepFor,
          .random = Random,
          .stats = &stats};
}

}  // namespace

Controller::Controller(kube::Client& client, Clock& clock, ControllerOptions options)
    : client_(client),
      clock_(clock),
      options_(std::move(options)),
      api_(client),
      queue_(clock),
      reconciler_(client, api_, store_, clock, counters_, ReconcilerOptionsOf(options_, queue_, abort_.get_token())),
      heap_trimmer_(clock),
      watch_(clock) {
  if (options_.metrics != nullptr) options_.metrics->SetWorkers(options_.workers);
}

void Controller::Handle(const std::string& name, Clock::Monotonic since, std::stop_token stop) {
  Metrics* metrics = options_.metrics;
  const Clock::Monotonic begun = clock_.Now();
  if (metrics != nullptr) {
    metrics->QueueTaken(begun - since);
    metrics->ReconcileBegan();
  }
  const Reconciler::Result result = reconciler_.Reconcile(name, stop);
  Requeue(name, result);
  if (metrics == nullptr) return;
  const Clock::Monotonic ended = clock_.Now();
  metrics->ReconcileEnded(result.outcome, ended - begun);
  metrics->QueueDone(ended - begun);
  const bool comes_again = result.outcome == Outcome::kError || result.outcome == Outcome::kRequeueAfter;
  if (comes_again) metrics->QueueRetried();
  if (result.panicked) metrics->CountPanic();
  if (result.wrote) metrics->ConditionWritten(ended - since);
}

void Controller::Requeue(const std::string& name, const Reconciler::Result& result) {
  switch (IsLastAttemptOfOnceRun(name, result.outcome) ? Outcome::kTerminalError : result.outcome) {
    case Outcome::kError: return queue_.AddRateLimited(name, result.retry_after);
    case Outcome::kRequeue: return queue_.AddAfterOthers(name);
    case Outcome::kRequeueAfter: queue_.Forget(name); return queue_.AddAt(name, result.at);
    case Outcome::kTerminalError:
    case Outcome::kDone: queue_.Forget(name);
  }
}

// Returns whether a run with `once` must not try the CRD again after this outcome. Records the CRD as failed if so.
bool Controller::IsLastAttemptOfOnceRun(const std::string& name, Outcome outcome) {
  if (!options_.once || outcome == Outcome::kRequeue) return false;
  const std::lock_guard lock(mutex_);
  if (outcome == Outcome::kDone) {
    failed_names_.erase(name);
    return false;
  }
  if (outcome == Outcome::kError && queue_.Failures(name) + 1 < kAttemptsOfOnce) return false;
  failed_names_.insert(name);
  return true;
}

std::set<std::string> Controller::failed_names() const {
  const std::lock_guard lock(mutex_);
  return failed_names_;
}

void Controller::FindUnknownNames(const std::set<std::string>& names) {
  const std::lock_guard lock(mutex_);
  if (unknown_names_) return;
  UnknownNames unknown(options_.selector);
  for (const std::string& name : names) unknown.RecordCrd(name);
  unknown_names_ = unknown.Sentences();
}

std::vector<std::string> Controller::unknown_names() const {
  const std::lock_guard lock(mutex_);
  return unknown_names_.value_or(std::vector<std::string>());
}

void Controller::Work(std::stop_token stop) {
  Clock::Monotonic since;
  while (const auto name = queue_.Get(&since)) {
    Handle(*name, since, stop);
    queue_.Done(*name);
    AnnounceSync();
    OnIdle();
  }
  const std::lock_guard lock(mutex_);
  --running_workers_;
  worker_ended_.notify_all();
}

// Waits until the workers have ended, at most for the grace period. Then aborts the requests that are still in flight.
void Controller::Finish() {
  const auto deadline = clock_.Now() + options_.grace_period;
  std::unique_lock lock(mutex_);
  while (running_workers_ > 0 && !abort_.stop_requested() && clock_.Now() < deadline) {
    clock_.WaitUntil(worker_ended_, lock, deadline);
  }
  lock.unlock();
  abort_.request_stop();
}

void Controller::OnIdle() {
  if (!has_synced_ || !queue_.IsIdle()) return;
  heap_trimmer_.TrimIfDue();
  EndIfOnce();
}

// Adds every CRD to the WorkQueue once per resync_period, until a stop is requested. As in an informer, the period is
// random within a tenth, so that several programs do not resync at the same time.
// Upstream: controller-runtime pkg/cache/internal/informers.go resyncPeriod (0.25)
void Controller::Resync(std::stop_token stop, Clock::Monotonic begun) {
  if (options_.resync_period.count() == 0 || options_.once || options_.dry_run) return;
  const auto period =
      std::chrono::duration_cast<std::chrono::milliseconds>(options_.resync_period * (0.9 + 0.2 * Random()));
  const std::stop_callback wake(stop, [this] {
    const std::lock_guard lock(mutex_);
    resync_due_.notify_all();
  });
  auto due = begun + period;
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (clock_.Now() < due) {
      clock_.WaitUntil(resync_due_, lock, due);
      continue;
    }
    lock.unlock();
    for (const std::string& name : store_.Names()) queue_.Add(name);
    due = clock_.Now() + period;
    lock.lock();
  }
}

void Controller::OnStartedLeading() {
  for (const std::string& name : reconciler_.Unwritten()) queue_.Add(name);
}

void Controller::EndIfOnce() {
  if (!options_.once || !has_synced_ || !queue_.IsIdle()) return;
  if (!options_.dry_run && unwritten_count() != 0) return;
  if (!end_.stop_requested()) done_ = true;
  end_.request_stop();
}

void Controller::AnnounceSync() {
  if (has_synced_ || !first_list_read_ || !store_.AllEvaluated() || has_synced_.exchange(true)) return;
  const StoreTotals totals = store_.Totals();
  if (options_.reconciler.remove_conditions) {
    LOG(INFO) << totals.crds << " CustomResourceDefinitions looked at";
    return;
  }
  LOG(INFO) << totals.crds << " evaluated: " << totals.structural << " structural, " << totals.non_structural
            << " non-structural, " << totals.structural_error << " without structural form";
}

base::Status Controller::Run(std::stop_token from_outside) {
  const std::stop_callback pass_on(from_outside, [this] { end_.request_stop(); });
  const std::stop_token stop = end_.get_token();
  const std::stop_callback shut_down(stop, [this] { queue_.ShutDown(); });
  const std::jthread resync([this, stop, now = clock_.Now()] { Resync(stop, now); });
  std::vector<std::jthread> workers;
  running_workers_ = options_.workers;
  for (int i = 0; i < options_.workers; ++i) workers.emplace_back([this, stop] { Work(stop); });
  ResourceEventHandler handler(store_, queue_, options_, [this](const std::set<std::string>& names) {
    FindUnknownNames(names);
    first_list_read_ = true;
    AnnounceSync();
    EndIfOnce();
  });
  const base::Status read = Reflector(client_, api_, handler, clock_, ReflectorOptionsOf(options_, watch_)).Run(stop);
  end_.request_stop();
  Finish();
  workers.clear();
  LOG(INFO) << "stopped: " << counters_.writes << " writes, " << counters_.evaluations << " evaluations, "
            << counters_.conflicts << " conflicts, " << counters_.errors << " errors";
  return read;
}

}  // namespace structural::controller
