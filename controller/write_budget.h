// WriteBudget: limits the writes of one object's condition, so that two clients that write
// different conditions do not overwrite each other endlessly.
//
// Writes are counted by uid and generation: a recreated or changed CRD gets a new budget. Writes
// that test the same resourceVersion count as one, because at most one of them applies: a server
// that fails for a while costs almost nothing. Stored in memory only, so a new process begins with
// new budgets. Memory is bounded by the objects written within the last two windows. Thread-safe.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "controller/clock.h"
#include "schema/crd/meta.h"

namespace structural::controller {

class WriteBudget {
 public:
  static constexpr std::chrono::minutes kWindow{10};
  static constexpr int kWrites = 5;

  // `clock` must outlive the object. Allows at most `writes` (1 or more) within any `window`.
  explicit WriteBudget(Clock& clock, int writes = kWrites, std::chrono::milliseconds window = kWindow)
      : clock_(clock), writes_(writes), window_(window) {}

  struct Refusal {
    Clock::Monotonic until;  // time from which a write is allowed
    bool first;              // true: the first refusal since the last write; false: a further one
  };
  // Returns nullopt if the object may be written now, otherwise the refusal.
  std::optional<Refusal> Check(const crd::ObjectMeta& object);

  // Records a write, also one whose answer was lost.
  void Spend(const crd::ObjectMeta& object);

  void Forget(const std::string& name);
  // Number of stored objects.
  std::size_t size() const;

 private:
  struct WriteRecord {
    std::string uid;
    std::int64_t generation = 0;
    std::string resource_version;      // resourceVersion that the last write tested
    std::vector<Clock::Monotonic> at;  // times of the writes within the window
    bool refused = false;
  };

  void DropOld(WriteRecord& spent) const;
  void DropExpired();
  WriteRecord* Find(const crd::ObjectMeta& object);

  Clock& clock_;
  const std::size_t writes_;
  const std::chrono::milliseconds window_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, WriteRecord> spent_;  // writes of each object, by its name
  Clock::Monotonic swept_{};
};

}  // namespace structural::controller
