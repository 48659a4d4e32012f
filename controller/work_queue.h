// WorkQueue: names of CRDs to reconcile, each handed to one worker at a time.
//
// A name that is added while it waits is queued once. One that is added while a worker handles it
// is queued again after Done. A name that failed waits longer each time, up to the maximum; Forget
// resets that. A delayed name is handed out at its time if a worker waits in Get. A name of
// AddAfterOthers lets other names pass for kMaxLowPriorityDelay, and takes turns with them afterwards.
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
  static constexpr std::chrono::seconds kMaxLowPriorityDelay{2};

  explicit WorkQueue(Clock& clock, Backoff backoff = {}) : clock_(clock), backoff_(backoff) {}

  void Add(const std::string& name);
  // Adds the name after a wait that doubles with every call since the last Forget, and is at least
  // `at_least`.
  void AddRateLimited(const std::string& name, std::chrono::milliseconds at_least = std::chrono::milliseconds(0));
  // Adds the name at this time. Of several times for one name, the earliest counts.
  void AddAt(const std::string& name, Clock::Monotonic time);
  // Adds the name after all others, also after those added within kMaxLowPriorityDelay. Must be called by
  // the worker that handles the name, before its Done.
  void AddAfterOthers(const std::string& name);
  void Forget(const std::string& name);
  // Returns the number of calls of AddRateLimited since the last Forget.
  int Failures(const std::string& name) const;

  // Waits for the next name; returns nullopt after ShutDown. The worker must call Done with the
  // name, and then Get again. `since`: set to the time when the name was first added, before any
  // failures.
  std::optional<std::string> Get(Clock::Monotonic* since = nullptr);
  void Done(const std::string& name);

  // Wakes all workers; queued names are no longer handed out.
  void ShutDown();

  // Returns how often a name was queued; adding a queued name does not count.
  std::uint64_t adds() const;
  // Returns the number of names that can be handed out now, without delayed ones.
  std::size_t depth() const;
  // Returns whether some of the names counted by depth() were not added by AddAfterOthers.
  bool HasNormalPriorityNames() const;
  // Returns whether no worker is busy and no name is queued or delayed.
  bool Idle() const;
  // Returns the time since each name in work was handed out.
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
  struct LowPriorityName {
    std::string name;
    Clock::Monotonic until;  // until this time all other names have precedence
  };
  // Names of AddAfterOthers; handed out if ready_ is empty, or in turn with it.
  std::deque<LowPriorityName> low_priority_;
  bool last_was_low_priority_ = false;        // the last name was taken from low_priority_
  std::set<std::string> waiting_;             // names in ready_ or low_priority_, and names that Done adds there
  std::set<std::string> low_priority_added_;  // names in waiting_ that belong to low_priority_
  struct Work {
    Clock::Monotonic since;  // time when the name was first added
    Clock::Monotonic begun;
  };
  std::unordered_map<std::string, Work> processing_;
  // Time when a name was first added: for names that wait or have failed.
  std::unordered_map<std::string, Clock::Monotonic> added_;
  std::set<std::pair<Clock::Monotonic, std::string>> delayed_;
  // The times in delayed_, by name.
  std::unordered_map<std::string, Clock::Monotonic> delayed_until_;
  std::unordered_map<std::string, int> failures_;
  std::uint64_t adds_ = 0;
  bool shut_down_ = false;
};

}  // namespace structural::controller
