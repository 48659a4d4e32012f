// Reconciler: brings the NonStructuralSchema condition of one CRD in step with its schemas.
//
// The contract. Each row has a case in test/cases/decide or test/cases/reconcile. "Ours" are the
// entries of status.conditions of type NonStructuralSchema. Every write is one JSON Patch of the
// status subresource that tests uid and resourceVersion first: it cannot apply to an object that
// was changed or recreated since, and it names no entry but ours.
//
// What is wanted and found             what is written
//   n1  none, none of ours               nothing; whether the list is there or not
//   n2  none, one of ours                it is removed, whatever it says
//   n3  none, several of ours            all are removed
//   w1  one, none of ours                ours is added at the end of the list
//   w2  one, a list null or absent       the list, with ours alone
//   w3  one, no status                   the status, with the list, with ours alone
//   w4  one, the same                    nothing; also where lastTransitionTime is missing
//   w5  one, equivalent                  nothing: another release's words (IsEquivalentMessage)
//   w6  one, another message             replaced; lastTransitionTime stays
//   w7  one, another reason              replaced; lastTransitionTime stays
//   w8  one, another status              replaced; lastTransitionTime is now
//   w9  one, members missing             replaced; as in w8 where status or time is missing
//   w10 one, several, the first right    the others are removed
//   w11 one, several, the first wrong    the first as in w6 to w9; the others are removed
//
// The object                           what is done
//   o1  is not there any more            nothing; it is forgotten
//   o2  is being deleted                 nothing is written
//   o3  cannot be decoded, or judged     nothing; a terminal error, left alone until it changes.
//                                        Not judged: what JudgingBudget has no room for, or whose
//                                        condition is larger than a server takes
//   o4  was written too often            nothing; one warning; again when WriteBudget allows
//   o5  has another generation           as above, with a new budget
//   o6  was recreated: another uid       the patch for the old one fails (a4); a new budget
//   o7  may not be written now           nothing; it is kept in mind, see Unwritten
//   o8  others wait to be judged         the write is kept, and done after them; unless the CRD
//                                        has changed by then: it is judged again, and written at
//                                        once
//   o9  as o8, and too much is kept      the name alone is: after them the CRD is read and judged
//                                        again, and written at once
//
// The answer to a patch                what is done
//   a1  2xx                              a write; a line of log; its own event is no news
//   a2  404                              read again after a wait, until the watch shows that it is
//                                        gone: whoever answered may be wrong
//   a3  409                              a conflict; read again after a wait
//   a4  422                              a conflict; read again after a wait
//   a5  422 at the same resourceVersion  a terminal error; left alone until it changes
//   a6  401, 403 and others              an error; tried again after a wait
//   a7  429                              an error; tried again after the wait that it names
//   a8  5xx, no connection, no answer    an error; read again after a wait. It may have been
//                                        applied: to the budget it is a write, which is one with
//                                        the next if the object has not changed by then
//   a9  cancelled                        nothing: the process ends. What was sent is finished
//                                        before that, unless ReconcilerOptions::abort fires
//   a10 413                              a terminal error; left alone until it changes
//   a11 2xx, and no object               as a8: whoever answered is no API server
//
// The answer to a GET                  what is done
//   g1  404                              as a2
//   g2  any other failure                an error; tried again after a wait
//   g3  2xx, and not this CRD            as g2
//
// An exception                         what is done
//   p1  on the way                       it ends here; a panic, which is an error; tried again
//                                        after a wait. The CRD counts as judged, so that nobody
//                                        waits for it
//
// An error is logged, counted in Counters::errors and told to the Observer; a conflict is counted.
// A wait is the WorkQueue's: 5 ms, doubling. test/model proves that all this comes to rest.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
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

// Counted since the start. Thread-safe.
struct Counters {
  std::atomic<std::uint64_t> evaluations{0};
  std::atomic<std::uint64_t> writes{0};
  std::atomic<std::uint64_t> conflicts{0};  // writes that met a changed object
  std::atomic<std::uint64_t> errors{0};
  std::atomic<std::uint64_t> backed_off{0};  // times that an object's budget was used up
  std::atomic<std::uint64_t> panics{0};      // exceptions that were recovered
};

struct ReconcilerOptions {
  // Whether conditions may be written now: not by a replica that does not lead, nor in a dry run.
  // Called right before a write, and before each attempt to send it. Null: always. Thread-safe, and
  // must not block.
  std::function<bool()> may_write = nullptr;
  // Whether others wait to be judged, which takes next to no time: a write then waits for them, so
  // that no text has to wait for the answer to a write. Null: never. Thread-safe.
  std::function<bool()> others_wait = nullptr;
  // Ends a write that was sent, which the token of Reconcile does not. Without a state: that token
  // does.
  std::stop_token abort = {};
  // Our condition is wanted nowhere, whatever the schemas are: for an uninstallation.
  bool remove = false;
  // Of the writes that are kept for later, see o8: room for 3,000 CRDs with a violation or two.
  std::size_t max_planned_bytes = std::size_t{4} << 20;
  // Within WriteBudget::kWindow.
  int max_writes_per_generation = WriteBudget::kWrites;
  // Must outlive the reconciler.
  Observer* observer = &Observer::None();
};

// Thread-safe as long as no two calls have the same name, which the WorkQueue sees to.
class Reconciler {
 public:
  using Outcome = controller::Outcome;
  struct Result {
    Result(Outcome result) : outcome(result) {}  // NOLINT: implicit
    Outcome outcome;
    std::chrono::seconds retry_after{0};  // kError: how long the server wants not to be asked
    Clock::Monotonic at{};                // kRequeueAfter: when
    bool wrote = false;
    bool panicked = false;
  };

  // All must outlive the reconciler.
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
        remove_(options.remove),
        max_planned_bytes_(options.max_planned_bytes) {}

  // No exception leaves it.
  Result Reconcile(const std::string& name, std::stop_token stop);

  // What the writes that wait for others hold; at most ReconcilerOptions::max_planned_bytes.
  std::size_t planned_bytes() const;

  // The CRDs whose condition is known to be wrong, and was not written because it may not be.
  std::set<std::string> Unwritten() const;

 private:
  using Crd = crd::CustomResourceDefinition;

  base::Result<PendingCrd> Fetch(const std::string& name, std::stop_token stop);
  Result ReconcileOnce(const std::string& name, std::stop_token stop);
  Result OnPanic(const std::string& name, const std::string& what);
  Result Unjudged(const std::string& name, const base::Error& error);
  Result LeaveAlone(const std::string& name, const base::Error& error);
  Result Judge(const std::string& name, const PendingCrd& found, bool may_wait,
               std::stop_token stop);
  Result Write(const PlannedWrite& write, std::stop_token stop);
  Result OnWritten(const PlannedWrite& write, std::string_view answer);
  Result OnRefused(const crd::ObjectMeta& object, const base::Error& error);
  Result OnFailed(const std::string& name, const base::Error& error);
  bool MayWrite(const PlannedWrite& write);
  Result BackOff(const PlannedWrite& write, const WriteBudget::Refusal& refusal);
  Result WriteAfterOthers(PlannedWrite write);
  // That it waited for others, and the write if that is kept.
  struct Planned {
    bool waited = false;
    std::optional<PlannedWrite> write;
  };
  Planned TakePlanned(const std::string& name);
  void Gone(const std::string& name);
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
  JudgingBudget judging_;
  const std::function<bool()> may_write_;
  const std::function<bool()> others_wait_;
  const std::stop_token abort_;
  const bool remove_;
  const std::size_t max_planned_bytes_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::string>
      refused_at_;  // name -> resourceVersion of the last 422
  std::set<std::string> unwritten_;
  std::unordered_map<std::string, std::optional<PlannedWrite>> planned_;  // null: not kept
  std::size_t planned_bytes_ = 0;
};

}  // namespace structural::controller
