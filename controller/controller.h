// Controller: reconciles the CRDs of one API server. It has one reflector, one store, one queue and several workers.
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
  // true: Run returns after all CRDs of the first list are reconciled. Except in a dry run, Run first waits until all
  // due writes are allowed and done.
  bool once = false;
  bool dry_run = false;  // ReconcilerOptions::may_write always returns false
  // Maximum time for finishing the writes that were sent before Run is stopped. It must be less than the Pod's
  // terminationGracePeriodSeconds.
  std::chrono::milliseconds grace_period{20'000};
  // Period after which every CRD is reconciled again without an event; its length varies by a tenth; 0: never. Each CRD
  // is then read by its own GET, because the store has no texts. A dry run ignores this period.
  // Upstream: controller-runtime pkg/cache/cache.go Options.SyncPeriod, defaultSyncPeriod (0.25)
  std::chrono::milliseconds resync_period = std::chrono::hours(10);
  // Accepted content types of the list and the watch of CRDs, most preferred first.
  std::string_view accept = kube::kProtobufOrJson;
  // Must outlive the controller. Can be null.
  Metrics* metrics = nullptr;
};

// Run can be called only once.
class Controller {
 public:
  // `client` and `clock` must outlive the controller.
  Controller(kube::Client& client, Clock& clock, ControllerOptions options);

  // Runs the controller until a stop is requested or, with `once`, until all work is done. Then begins no further
  // write, and finishes the writes that were sent, within the grace period. Returns after all threads have ended. With
  // `once`, returns an error if the API server could not be read.
  base::Status Run(std::stop_token stop);

  // Writes the conditions that were not written before this replica became the leader.
  void OnStartedLeading();

  // Aborts writes that were sent, so that Run ends without waiting for the grace period. Must be called by a replica
  // that has lost its Lease. Thread-safe.
  void AbandonWrites() { abort_.request_stop(); }

  // The functions from here to has_synced are thread-safe.
  const Counters& counters() const { return counters_; }
  StoreTotals totals() const { return store_.Totals(); }
  // Returns the names of the CRDs that a run with `once` could not reconcile. The log has the reasons.
  std::set<std::string> failed_names() const;
  // Returns a sentence for each name or group in the selector that no CRD of the first list has.
  std::vector<std::string> unknown_names() const;
  // Returns whether a run with `once` has done all work. False if it was stopped before.
  bool done() const { return done_; }
  // Returns the number of CRDs with a wrong condition that must not be written now.
  std::size_t unwritten_count() const { return reconciler_.Unwritten().size(); }
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
  std::stop_source abort_;  // aborts requests after the grace period or AbandonWrites
  Counters counters_;
  CrdApi api_;
  Store store_;
  WorkQueue queue_;
  Reconciler reconciler_;
  HeapTrimmer heap_trimmer_;
  WatchStats watch_;
  std::atomic<bool> first_list_read_ = false;
  std::atomic<bool> has_synced_ = false;  // all CRDs of the first list were evaluated
  mutable std::mutex mutex_;
  std::condition_variable_any worker_ended_, resync_due_;
  int running_workers_ = 0;
  std::set<std::string> failed_names_;                     // CRDs that a run with `once` could not reconcile
  std::optional<std::vector<std::string>> unknown_names_;  // nullopt before the first list was read
  std::atomic<bool> done_ = false;
  std::stop_source end_;  // ends Run: a stop was requested, or the work of `once` is done
};

}  // namespace structural::controller
