// WorkQueue: names of CRDs to look at, each handed to one worker at a time.
//
// A name that is added while it waits is there once; one that is added while a worker has it comes
// again after Done. A name that failed waits longer each time, up to the maximum; Forget resets
// that. A name that waits for its time is handed out at that time as long as any worker waits in
// Get. One that lets others pass does so for kMostBehind, and takes turns with them from then on.
// Thread-safe.
//
// Upstream: util/workqueue queue.go, delaying_queue.go, default_rate_limiters.go
// ItemExponentialFailureRateLimiter (client-go 0.37).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "controller/clock.h"

namespace structural::controller {

struct Backoff {
  std::chrono::milliseconds base{5};
  std::chrono::milliseconds max{1'000'000};
};

class WorkQueue {
 public:
  static constexpr std::chrono::seconds kMostBehind{2};

  explicit WorkQueue(Clock& clock, Backoff backoff = {}) : clock_(clock), backoff_(backoff) {}

  void Add(const std::string& name);
  // Adds it after a wait that doubles with every call since the last Forget, and is no shorter than
  // `at_least`.
  void AddRateLimited(const std::string& name,
                      std::chrono::milliseconds at_least = std::chrono::milliseconds(0));
  // Adds it at this time. A name waits for one time only, the earliest that was asked for.
  void AddAt(const std::string& name, Clock::Monotonic time);
  // Adds it behind all others, those that come within kMostBehind too. For the worker that has it,
  // before its Done.
  void AddAfterOthers(const std::string& name);
  void Forget(const std::string& name);
  // Calls of AddRateLimited since the last Forget.
  int Failures(const std::string& name) const;

  // Blocks for the next name; nullopt after ShutDown. The worker must call Done with it, and
  // then Get again. `since`: when it was added first; failures in between do not count.
  std::optional<std::string> Get(Clock::Monotonic* since = nullptr);
  void Done(const std::string& name);

  // Wakes everybody; what is queued is not handed out any more.
  void ShutDown();

  // How often a name came to wait: not how often it was added.
  std::uint64_t adds() const;
  // Names that wait to be handed out now; those that wait for their time do not count.
  std::size_t depth() const;
  // Whether there are some among them that did not come to wait by AddAfterOthers.
  bool OthersWait() const;
  // Whether there is nothing to do: nobody works, and nothing waits, not even for its time.
  bool Idle() const;
  // How long each name that is worked on now is in work.
  std::vector<std::chrono::nanoseconds> InWork() const;

 private:
  bool AddLocked(const std::string& name);
  void DelayLocked(const std::string& name, Clock::Monotonic time);
  void MoveDue();
  std::string TakeNext();

  Clock& clock_;
  const Backoff backoff_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::string> ready_;
  struct Behind {
    std::string name;
    Clock::Monotonic until;  // it lets others pass
  };
  std::deque<Behind> last_;        // when ready_ is empty, or in turn with it
  bool last_had_turn_ = false;     // the last one that was handed out was of last_
  std::set<std::string> waiting_;  // in one of these, or to be put there after Done
  std::set<std::string> behind_;   // of waiting_: to be put into last_
  struct Work {
    Clock::Monotonic since;  // added
    Clock::Monotonic begun;
  };
  std::unordered_map<std::string, Work> processing_;
  std::unordered_map<std::string, Clock::Monotonic> added_;  // waiting_, and those that failed
  std::set<std::pair<Clock::Monotonic, std::string>> delayed_;
  std::unordered_map<std::string, Clock::Monotonic> delayed_until_;  // the same, by name
  std::unordered_map<std::string, int> failures_;
  std::uint64_t adds_ = 0;
  bool shut_down_ = false;
};

}  // namespace structural::controller
