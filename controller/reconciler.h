// Reconciler: brings the NonStructuralSchema condition of one CRD in step with its schemas.
//
// What is found                        what is written         what happens next
//   the condition is right             nothing                 done
//   it is missing, wrong, superfluous  one JSON Patch          done; the watch shows the result
//   the CRD is being deleted           nothing                 done
//   the CRD cannot be decoded          nothing                 logged, done until it changes
// What the server answers to a patch
//   2xx                                                        counted as a write, logged
//   404                                                        done: it was deleted
//   409, 422                           nothing applied         read again, after a wait
//   422 at the same resourceVersion twice                      logged as an error, done until it
//   changes 403, 401, 5xx, no connection                               logged, tried again after a
//   wait
//
// Waits are the work queue's: 5 ms, doubling. Every write tests uid and resourceVersion.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "controller/clock.h"
#include "controller/crd_api.h"
#include "controller/store.h"
#include "kube/client.h"
#include "schema/base/arena.h"

namespace structural::controller {

// Counted since the start. Thread-safe.
struct Counters {
  std::atomic<std::uint64_t> evaluations{0};
  std::atomic<std::uint64_t> writes{0};
  std::atomic<std::uint64_t> conflicts{0};  // writes that met a changed object
  std::atomic<std::uint64_t> errors{0};
};

// Thread-safe as long as no two calls have the same name, which the WorkQueue sees to.
class Reconciler {
 public:
  enum class Outcome { kDone, kRetry };
  struct Result {
    Result(Outcome result) : outcome(result) {}  // NOLINT: implicit
    Outcome outcome;
    std::chrono::seconds retry_after{0};  // how long the server wants not to be asked
  };

  // All must outlive the reconciler.
  Reconciler(kube::Client& client, CrdApi& api, Store& store, Clock& clock, Counters& counters)
      : client_(client), api_(api), store_(store), clock_(clock), counters_(counters) {}

  Result Reconcile(const std::string& name, std::stop_token stop);

 private:
  base::Result<PendingCrd> Fetch(const std::string& name, std::stop_token stop);
  Result Judge(const std::string& name, const PendingCrd& found, std::stop_token stop);
  Result OnRefused(const std::string& name, std::string_view resource_version,
                   const base::Error& error);
  Result OnFailed(const std::string& name, const base::Error& error);
  bool RefusedBefore(const std::string& name, std::string_view resource_version);
  void Forget(const std::string& name);

  kube::Client& client_;
  CrdApi& api_;
  Store& store_;
  Clock& clock_;
  Counters& counters_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::string>
      refused_at_;  // name -> resourceVersion of the last 422
};

}  // namespace structural::controller
