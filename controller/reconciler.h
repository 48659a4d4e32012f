// Reconciler: makes the NonStructuralSchema condition of one CRD match its schemas.
//
// The tables are the contract. Each row has a case in test/cases/decide or test/cases/reconcile. An own entry is an
// entry of status.conditions with the type NonStructuralSchema. Every write is one JSON Patch of the status
// subresource. It first tests uid and resourceVersion, so the server refuses it for an object that was changed or
// recreated since it was read. It changes no other entry.
//
// Wanted and found                     The write
//   n1  none, no own entry               nothing, whether the list exists or not.
//   n2  none, one own entry              it is removed, regardless of its content.
//   n3  none, several own entries        all are removed.
//   w1  one, no own entry                it is added at the end of the list.
//   w2  one, a list null or absent       the list, with this entry alone.
//   w3  one, no status                   the status with that list.
//   w4  one, the same                    nothing; also if lastTransitionTime is missing.
//   w5  one, equivalent                  nothing: another release's words (IsEquivalentMessage).
//   w6  one, another message             replaced; lastTransitionTime stays.
//   w7  one, another reason              replaced; lastTransitionTime stays.
//   w8  one, another status              replaced; lastTransitionTime is now.
//   w9  one, members missing             replaced; as in w8 if status or time is missing.
//   w10 one, several, the first right    the others are removed.
//   w11 one, several, the first wrong    the first as in w6 to w9; the others are removed.
//
// The object                           The action
//   o1  no longer exists                 nothing; its data is removed.
//   o2  is being deleted                 nothing is written.
//   o3  cannot be decoded or evaluated   nothing; a terminal error, skipped until it changes. It
//                                        cannot be evaluated if it exceeds EvaluationBudget, or its
//                                        condition exceeds the server's limit.
//   o4  was written too often            nothing; one warning; again when WriteBudget allows it.
//   o5  has another generation           the write of the rows n1 to w11, with a new budget.
//   o6  was recreated: another uid       the patch for the old one fails (a4); a new budget.
//   o7  must not be written now          nothing; its name is recorded, see Unwritten.
//   o8  others wait to be evaluated      the write is stored, and sent after them. If the CRD has
//                                        changed by then, it is evaluated again, and written at
//                                        once.
//   o9  as o8, but storage is full       only the name is stored: after the others, the CRD is
//                                        read, evaluated again, and written at once.
//
// The answer to a patch                The action
//   a1  2xx                              a write; a log line; its own event changes nothing.
//   a2  404                              read again after a wait, until the watch shows that it is
//                                        deleted: the sender of the 404 may be wrong.
//   a3  409                              a conflict; read again after a wait.
//   a4  422                              a conflict; read again after a wait.
//   a5  422 at the same resourceVersion  a terminal error; skipped until it changes.
//   a6  401, 403 and others              an error; tried again after a wait.
//   a7  429                              an error; tried again after the wait that it names.
//   a8  5xx, no connection, no answer    an error; read again after a wait. The patch may have been
//                                        applied, so the budget counts it as a write. This and the
//                                        next write count as one if the object has not changed.
//   a9  cancelled                        nothing: the process ends. A request that was sent is
//                                        finished first, unless ReconcilerOptions::abort fires.
//   a10 413                              a terminal error; skipped until it changes.
//   a11 2xx, without an object           as a8: the sender is not an API server.
//
// The answer to a GET                  The action
//   g1  404                              as a2.
//   g2  any other failure                an error; tried again after a wait.
//   g3  2xx, with another object         as g2.
//
// An exception                         The action
//   p1  at any point                     it is caught; a panic, which is an error; tried again
//                                        after a wait. The CRD counts as evaluated, so that no
//                                        other CRD waits for it.
//
// An error is logged, counted in Counters::errors and reported to the Observer; a conflict is
// counted. A wait is the WorkQueue's: 5 ms, doubling. test/model proves that every order of these
// steps ends in the right state.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <unordered_map>

#include "controller/clock.h"
#include "controller/crd_api.h"
#include "controller/decide.h"
#include "controller/memory.h"
#include "controller/observer.h"
#include "controller/store.h"
#include "controller/write_budget.h"
#include "kube/client.h"
#include "schema/base/arena.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {

// Totals since the start. Thread-safe.
struct Counters {
  std::atomic<std::uint64_t> evaluations{0};
  std::atomic<std::uint64_t> writes{0};
  std::atomic<std::uint64_t> conflicts{0};  // refused writes, because the object had changed
  std::atomic<std::uint64_t> errors{0};
  std::atomic<std::uint64_t> backed_off{0};  // times that the WriteBudget of an object was used up
  std::atomic<std::uint64_t> panics{0};      // caught exceptions
};

struct ReconcilerOptions {
  // Returns whether conditions may be written now: false in a replica that does not lead, and in a dry run. Called
  // right before a write, and before each attempt to send it. Null: writes are always allowed. Must be thread-safe, and
  // must not block.
  std::function<bool()> may_write = nullptr;
  // Returns whether other CRDs wait to be evaluated. If so, a write is stored and sent after them: evaluation is fast,
  // and the texts of the other CRDs would otherwise stay in memory until the write is answered. Null: writes are sent
  // at once. Must be thread-safe.
  std::function<bool()> others_wait = nullptr;
  // A stop of this token aborts a write that was sent. The stop_token that the caller passes to Reconcile then ends
  // only the waits before the write. If this token has no state, which is the default, the caller's token ends both.
  std::stop_token abort = {};
  // Remove the condition from all CRDs, regardless of their schemas, to prepare an uninstallation.
  bool remove_conditions = false;
  // Maximum number of bytes of stored writes (row o8 of the tables above). 4 MiB is enough for 3,000 CRDs with one or
  // two violations each.
  std::size_t max_planned_bytes = std::size_t{4} << 20;
  // Maximum number of writes for one generation of a CRD within WriteBudget::kWindow.
  int max_writes_per_generation = WriteBudget::kMaxWrites;
  // Must outlive the reconciler.
  Observer* observer = &Observer::None();
};

// Thread-safe, except that two calls for one name must not be concurrent. The WorkQueue ensures this.
class Reconciler {
 public:
  using Outcome = controller::Outcome;
  struct Result {
    Result(Outcome result) : outcome(result) {}  // NOLINT: implicit
    Outcome outcome;
    std::chrono::seconds retry_after{0};  // for kError: minimum wait that the server demands
    Clock::Monotonic at{};                // for kRequeueAfter: the time of the next reconciliation
    bool wrote = false;                   // the condition was written
    bool panicked = false;                // an exception was caught
  };

  // All arguments must outlive the reconciler.
  Reconciler(kube::Client& client, CrdApi& api, Store& store, Clock& clock, Counters& counters,
             ReconcilerOptions options = {})
      : client_(client),
        api_(api),
        store_(store),
        clock_(clock),
        counters_(counters),
        observer_(*options.observer),
        budget_(clock, options.max_writes_per_generation),
        may_write_(std::move(options.may_write)),
        others_wait_(std::move(options.others_wait)),
        abort_(std::move(options.abort)),
        remove_conditions_(options.remove_conditions),
        max_planned_bytes_(options.max_planned_bytes) {}

  // Reconciles the CRD of this name. Does not throw.
  Result Reconcile(const std::string& name, std::stop_token stop);

  // Returns the number of bytes of stored writes; at most ReconcilerOptions::max_planned_bytes.
  std::size_t planned_bytes() const;

  // Returns the names of the CRDs with a wrong condition that was not written because may_write returned false.
  std::set<std::string> Unwritten() const;

 private:
  using Crd = crd::CustomResourceDefinition;

  base::Result<PendingCrd> Fetch(const std::string& name, std::stop_token stop);
  Result ReconcileOnce(const std::string& name, std::stop_token stop);
  Result OnPanic(const std::string& name, const std::string& what);
  Result FailEvaluation(const std::string& name, const base::Error& error);
  Result SkipUntilChanged(const std::string& name, const base::Error& error);
  base::Result<crd::CustomResourceDefinition> DecodeInBudget(const PendingCrd& found, base::Arena& arena,
                                                             std::unique_ptr<EvaluationBudget::Share>& share,
                                                             std::stop_token stop);
  Result EvaluateCrd(const std::string& name, const PendingCrd& found, bool may_wait, std::stop_token stop);
  Result Write(const PlannedWrite& write, std::stop_token stop);
  Result OnWritten(const PlannedWrite& write, std::string_view answer);
  Result OnRefused(const crd::ObjectMeta& object, const base::Error& error);
  Result OnFailed(const std::string& name, const base::Error& error);
  bool MayWrite(const PlannedWrite& write);
  Result BackOff(const PlannedWrite& write, const WriteBudget::Refusal& refusal);
  Result WriteAfterOthers(PlannedWrite write);
  // The stored data of a CRD whose write had to wait for the evaluation of other CRDs (rows o8 and o9 of the tables
  // above).
  struct Planned {
    bool waited = false;                // the CRD's write had to wait
    std::optional<PlannedWrite> write;  // the write; nullopt if the limit of stored writes was reached
  };
  Planned TakePlanned(const std::string& name);
  void OnCrdDeleted(const std::string& name);
  void Report(const std::string& name, const base::Error& error, std::string_view then);
  bool RefusedBefore(const std::string& name, std::string_view resource_version);
  void Forget(const std::string& name);
  void SetUnwritten(const std::string& name, bool is);

  kube::Client& client_;
  CrdApi& api_;
  Store& store_;
  Clock& clock_;
  Counters& counters_;
  Observer& observer_;
  WriteBudget budget_;
  EvaluationBudget evaluation_budget_;
  const std::function<bool()> may_write_;
  const std::function<bool()> others_wait_;
  const std::stop_token abort_;
  const bool remove_conditions_;
  const std::size_t max_planned_bytes_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::string> refused_at_;  // by CRD name: resourceVersion of the last 422
  std::set<std::string> unwritten_;
  // By CRD name: the stored write; nullopt if only the name is stored, because the limit was reached.
  std::unordered_map<std::string, std::optional<PlannedWrite>> planned_;
  std::size_t planned_bytes_ = 0;
};

}  // namespace structural::controller
