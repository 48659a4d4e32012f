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
  // Ends when everything was listed and nothing is left to do. What may not be written yet is left
  // to do, but in a dry run.
  bool once = false;
  bool dry_run = false;  // ReconcilerOptions::may_write never says yes
  // What was sent to be written gets so long to be answered once Run was told to stop: less than
  // Kubernetes gives a Pod (terminationGracePeriodSeconds).
  std::chrono::milliseconds grace_period{20'000};
  // How often every CRD is reconciled though nothing happened, within a tenth; 0: never. Each is
  // read again, as no text is kept; no list is. A dry run heals nothing, and does without.
  // Upstream: controller-runtime pkg/cache/cache.go Options.SyncPeriod, defaultSyncPeriod (0.25)
  std::chrono::milliseconds resync_period = std::chrono::hours(10);
  // Must outlive the controller. Null: nothing is counted.
  Metrics* metrics = nullptr;
};

// Use once.
class Controller {
 public:
  // Both must outlive the controller.
  Controller(kube::Client& client, Clock& clock, ControllerOptions options);

  // Blocks until `stop` fired, or the work of `once` is done, and all threads have ended. No write
  // is begun then; those that were sent are finished within the grace period.
  // An error: with `once`, the API server could not be read.
  base::Status Run(std::stop_token stop);

  // Conditions may be written from now on: those that were left unwritten are.
  void OnStartedLeading();

  // Writes that were sent are not waited for: their requests end at once, and Run without a grace
  // period. For a replica that has lost its Lease. Thread-safe.
  void AbandonWrites() { abort_.request_stop(); }

  // All of these are thread-safe.
  const Counters& counters() const { return counters_; }
  StoreTotals totals() const { return store_.Totals(); }
  // With `once`: CRDs that were not brought in order, as the log says.
  std::set<std::string> given_up() const;
  // What the selector names and the first list did not have, as sentences.
  std::vector<std::string> unknown_names() const;
  // With `once`: all work was done before Run was told to stop.
  bool done() const { return done_; }
  std::size_t unwritten() const { return reconciler_.Unwritten().size(); }
  // Whether the first list was read and everything in it was judged.
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
  void Rest();
  void Requeue(const std::string& name, const Reconciler::Result& result);
  bool OnceGivesUp(const std::string& name, Outcome outcome);
  void FindUnknownNames(const std::set<std::string>& names);
  void Handle(const std::string& name, Clock::Monotonic since, std::stop_token stop);

  kube::Client& client_;
  Clock& clock_;
  const ControllerOptions options_;
  std::stop_source abort_;  // at the end of the grace period, and by AbandonWrites
  Counters counters_;
  CrdApi api_;
  Store store_;
  WorkQueue queue_;
  Reconciler reconciler_;
  HeapTrimmer heap_trimmer_;
  WatchStats watch_;
  std::atomic<bool> listed_ = false;     // the first list was read
  std::atomic<bool> has_synced_ = false;  // and all in it was judged
  mutable std::mutex mutex_;
  std::condition_variable_any worker_ended_, resync_due_;
  int working_ = 0;
  std::set<std::string> given_up_;
  std::optional<std::vector<std::string>> unknown_names_;  // once it is listed
  std::atomic<bool> done_ = false;
  std::stop_source ended_;  // by EndIfOnce
};

}  // namespace structural::controller
