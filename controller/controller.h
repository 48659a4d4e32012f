// The running controller: one reflector, one store, one queue, some workers.
//
//   watch -> Reflector -> Store -> WorkQueue -> Reconciler (Evaluate, Decide) -> JSON Patch
#pragma once

#include <atomic>
#include <stop_token>

#include "controller/clock.h"
#include "controller/crd_api.h"
#include "controller/reconciler.h"
#include "controller/store.h"
#include "controller/work_queue.h"
#include "kube/client.h"

namespace structural::controller {

struct ControllerOptions {
  int workers = 2;
  ReconcilerOptions reconciler;
};

// Use once.
class Controller {
 public:
  // Both must outlive the controller.
  Controller(kube::Client& client, Clock& clock, ControllerOptions options);

  // Blocks until `stop` fired and all threads have ended.
  void Run(std::stop_token stop);

  const Counters& counters() const { return counters_; }
  StoreTotals totals() const { return store_.Totals(); }

 private:
  void Work(std::stop_token stop);
  void AnnounceSync();

  kube::Client& client_;
  Clock& clock_;
  const ControllerOptions options_;
  Counters counters_;
  CrdApi api_;
  Store store_;
  WorkQueue queue_;
  Reconciler reconciler_;
  std::atomic<bool> listed_ = false;     // the first list was read
  std::atomic<bool> announced_ = false;  // and all in it was judged
};

}  // namespace structural::controller
