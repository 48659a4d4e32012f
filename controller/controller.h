// The running controller: one reflector, one store, one queue, some workers.
//
//   watch -> Reflector -> Store -> WorkQueue -> Reconciler (Evaluate, Decide) -> JSON Patch
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "controller/clock.h"
#include "controller/crd_api.h"
#include "controller/memory.h"
#include "controller/metrics.h"
#include "controller/observer.h"
#include "controller/reconciler.h"
#include "controller/store.h"
#include "controller/watch_stats.h"
#include "controller/work_queue.h"
#include "kube/client.h"

namespace structural::controller {

struct ControllerOptions {
  int workers = 5;
  ReconcilerOptions reconciler;
  Selector selector;
  // Stops after all CRDs of the first list are reconciled. A write that is not allowed now counts
  // as open work, except in a dry run.
  bool once = false;
  bool dry_run = false;  // ReconcilerOptions::may_write always returns false
  // Maximum time to finish in-flight writes after Run is stopped: less than the time that
  // Kubernetes gives a Pod (terminationGracePeriodSeconds).
  std::chrono::milliseconds grace_period{20'000};
  // Period of reconciling every CRD without an event, within a tenth; 0: never. Each CRD is read by
  // its own GET, because the store has no texts. A dry run does not resync.
  // Upstream: controller-runtime pkg/cache/cache.go Options.SyncPeriod, defaultSyncPeriod (0.25)
  std::chrono::milliseconds resync_period = std::chrono::hours(10);
  // Content types of the list and the watch of CRDs, most preferred first.
  std::string_view accept = kube::kProtobufOrJson;
  // Must outlive the controller. May be null.
  Metrics* metrics = nullptr;
};

// Can be run once.
class Controller {
 public:
  // Client and clock must outlive the controller.
  Controller(kube::Client& client, Clock& clock, ControllerOptions options);

  // Blocks until `stop` was requested, or the work of `once` is done, and all threads have ended.
  // No write begins after that; those in flight are finished within the grace period.
  // Returns an error, with `once`, if the API server could not be read.
  base::Status Run(std::stop_token stop);

  // Writes the conditions that were not written before this replica became the leader.
  void OnStartedLeading();

  // Aborts the requests of writes that were sent, so that Run ends without a grace period. For a replica that has lost
  // its Lease. Thread-safe.
  void AbandonWrites() { abort_.request_stop(); }

  // The functions from here to has_synced are thread-safe.
  const Counters& counters() const { return counters_; }
  StoreTotals totals() const { return store_.Totals(); }
  // Returns the CRDs that a run with `once` could not reconcile; the log has the reasons.
  std::set<std::string> failed_names() const;
  // Returns a sentence for each name in the selector that the first list does not have.
  std::vector<std::string> unknown_names() const;
  // Returns whether a run with `once` has done all work before it was stopped.
  bool done() const { return done_; }
  std::size_t unwritten() const { return reconciler_.Unwritten().size(); }
  // Returns whether the first list was read and all its CRDs were evaluated.
  bool has_synced() const { return has_synced_; }
  const Store& store() const { return store_; }
  const WorkQueue& queue() const { return queue_; }
  const WatchStats& watch() const { return watch_; }

 private:
  void Work(std::stop_token stop);
  void Finish();
  void Resync(std::stop_token stop, Clock::Monotonic begun);
  void AnnounceSync();
  void EndIfOnce();
  void OnIdle();
  void Requeue(const std::string& name, const Reconciler::Result& result);
  bool IsLastAttemptOfOnceRun(const std::string& name, Outcome outcome);
  void FindUnknownNames(const std::set<std::string>& names);
  void Handle(const std::string& name, Clock::Monotonic since, std::stop_token stop);

  kube::Client& client_;
  Clock& clock_;
  const ControllerOptions options_;
  std::stop_source abort_;  // aborts requests: after the grace period, or by AbandonWrites
  Counters counters_;
  CrdApi api_;
  Store store_;
  WorkQueue queue_;
  Reconciler reconciler_;
  HeapTrimmer heap_trimmer_;
  WatchStats watch_;
  std::atomic<bool> listed_ = false;      // the first list was read
  std::atomic<bool> has_synced_ = false;  // all CRDs of the first list were evaluated
  mutable std::mutex mutex_;
  std::condition_variable_any worker_ended_, resync_due_;
  int working_ = 0;
  std::set<std::string> given_up_;
  std::optional<std::vector<std::string>> unknown_names_;  // set after the first list
  std::atomic<bool> done_ = false;
  std::stop_source ended_;  // requested by EndIfOnce
};

}  // namespace structural::controller
