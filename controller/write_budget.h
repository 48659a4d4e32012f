// WriteBudget: limits how often the condition of one object is written. Otherwise two clients that write different
// conditions would overwrite each other endlessly.
//
// Writes are counted by uid and generation, so a recreated or changed CRD gets a new budget. Writes that test the same
// resourceVersion count as one, because at most one of them applies. So retries during a server's failure use up almost
// nothing. Budgets are stored only in memory: a new process begins with new ones. Memory depends on the number of
// objects that were written within the last two windows. Thread-safe.
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
  static constexpr int kMaxWrites = 5;

  // Allows at most `writes` writes of an object within any time of the length `window`. `writes` must be at least 1.
  // `clock` must outlive the object.
  explicit WriteBudget(Clock& clock, int writes = kMaxWrites, std::chrono::milliseconds window = kWindow)
      : clock_(clock), max_writes_(writes), window_(window) {}

  struct Refusal {
    Clock::Monotonic until;  // time from which a write is allowed
    bool is_first;           // the first refusal since the last write
  };
  // Returns nullopt if the object may be written now, otherwise the refusal.
  std::optional<Refusal> Check(const crd::ObjectMeta& object);

  // Records a write. Must also be called if the answer to the write was lost.
  void RecordWrite(const crd::ObjectMeta& object);

  // Removes the budget of the object.
  void Forget(const std::string& name);
  // Returns the number of objects with a stored budget.
  std::size_t size() const;

 private:
  struct WriteRecord {
    std::string uid;
    std::int64_t generation = 0;
    std::string resource_version;         // resourceVersion that the last write tested
    std::vector<Clock::Monotonic> times;  // times of the writes within the window
    bool refused = false;
  };

  void DropOld(WriteRecord& spent) const;
  void DropExpired();
  WriteRecord* Find(const crd::ObjectMeta& object);

  Clock& clock_;
  const std::size_t max_writes_;
  const std::chrono::milliseconds window_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, WriteRecord> records_;  // writes of each object, by its name
  Clock::Monotonic last_sweep_{};
};

}  // namespace structural::controller
