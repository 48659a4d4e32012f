// WorkQueue: a queue of names of CRDs to reconcile. A name is handed to only one worker at a time.
//
// A name that is added while it waits in the queue is not queued again. A name that is added while a worker handles it
// is queued again after Done. AddRateLimited delays a name longer each time, up to the maximum; Forget resets the
// delay. A name of AddAfterOthers has low priority for kMaxLowPriorityDelay: other names are handed out first. After
// that time, names of low and of normal priority are handed out in turn. Thread-safe.
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

// The delays of AddRateLimited.
struct Backoff {
  std::chrono::milliseconds base{5};         // first delay
  std::chrono::milliseconds max{1'000'000};  // maximum delay
};

class WorkQueue {
 public:
  static constexpr std::chrono::seconds kMaxLowPriorityDelay{2};

  explicit WorkQueue(Clock& clock, Backoff backoff = {}) : clock_(clock), backoff_(backoff) {}

  void Add(const std::string& name);
  // Adds the name after a delay, which is at least `at_least`. The delay doubles with each call since the last Forget.
  void AddRateLimited(const std::string& name, std::chrono::milliseconds at_least = std::chrono::milliseconds(0));
  // Adds the name at this time. If a name has several times, the earliest one counts.
  void AddAt(const std::string& name, Clock::Monotonic time);
  // Adds the name with low priority. Must be called by the worker that handles the name, before Done.
  void AddAfterOthers(const std::string& name);
  // Resets the delay and the failures of AddRateLimited.
  void Forget(const std::string& name);
  // Returns the number of calls of AddRateLimited since the last Forget.
  int Failures(const std::string& name) const;

  // Waits for the next name, and returns it; nullopt after ShutDown. The worker must call Done with the name before its
  // next Get. Sets *since to the time at which the name was first added, before any failures.
  std::optional<std::string> Get(Clock::Monotonic* since = nullptr);
  void Done(const std::string& name);

  // Wakes all workers, and hands out no further name.
  void ShutDown();

  // Returns the number of times that a name was queued. A name that is added while it is queued does not count again.
  std::uint64_t adds() const;
  // Returns the number of names that can be handed out now. Delayed names do not count.
  std::size_t depth() const;
  // Returns whether a name of normal priority can be handed out now.
  bool HasNormalPriorityNames() const;
  // Returns whether no worker handles a name, and no name is queued or delayed.
  bool IsIdle() const;
  // Returns, for each name that a worker handles, the time since it was handed out.
  std::vector<std::chrono::nanoseconds> ProcessingTimes() const;

 private:
  bool AddLocked(const std::string& name);
  void DelayLocked(const std::string& name, Clock::Monotonic time);
  void MoveDueNames();
  std::string TakeNext();

  Clock& clock_;
  const Backoff backoff_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::string> ready_;
  struct LowPriorityName {
    std::string name;
    Clock::Monotonic until;  // until this time, all names in ready_ are handed out first
  };
  // Names of low priority that can be handed out now.
  std::deque<LowPriorityName> low_priority_;
  bool last_was_low_priority_ = false;        // the last handed out name had low priority
  std::set<std::string> queued_names_;        // names in ready_ and low_priority_, and names that Done will add there
  std::set<std::string> low_priority_added_;  // names that Done will add to low_priority_
  struct Work {
    Clock::Monotonic since;  // time at which the name was first added
    Clock::Monotonic begun;  // time at which the name was handed out
  };
  std::unordered_map<std::string, Work> processing_;  // names that workers handle
  // For names that are queued or have failed: time at which the name was first added.
  std::unordered_map<std::string, Clock::Monotonic> first_added_at_;
  std::set<std::pair<Clock::Monotonic, std::string>> delayed_;       // delayed names, by the time at which they are due
  std::unordered_map<std::string, Clock::Monotonic> delayed_until_;  // the times in delayed_, by name
  std::unordered_map<std::string, int> failures_;
  std::uint64_t adds_ = 0;
  bool shut_down_ = false;
};

}  // namespace structural::controller
