// WriteBudget: how often the condition of one object may be written, so that a writer who wants
// another one there does not get an endless fight.
//
// Counted by uid and generation: a recreated or changed CRD begins anew. Writes that test the same
// resourceVersion are one, as one of them at most applies: a server that fails for a while costs
// next to nothing. In memory only, so a new process begins anew, too. What is kept is bounded by
// what was written within the last two windows. Thread-safe.
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

  // `clock` must outlive it. At most `writes` (1 or more) within any `window`.
  explicit WriteBudget(Clock& clock, int writes = kWrites,
                       std::chrono::milliseconds window = kWindow)
      : clock_(clock), writes_(writes), window_(window) {}

  struct Refusal {
    Clock::Monotonic until;  // then the next write is allowed
    bool first;              // since the last write
  };
  // nullopt: the object, as it is now, may be written.
  std::optional<Refusal> Check(const crd::ObjectMeta& object);

  // It was written, or may have been: the answer got lost.
  void Spend(const crd::ObjectMeta& object);

  void Forget(const std::string& name);
  // How many objects are remembered.
  std::size_t size() const;

 private:
  struct Spent {
    std::string uid;
    std::int64_t generation = 0;
    std::string resource_version;  // that the last one tested
    std::vector<Clock::Monotonic> at;  // a few
    bool refused = false;
  };

  void DropOld(Spent& spent) const;
  void Sweep();
  Spent* Find(const crd::ObjectMeta& object);

  Clock& clock_;
  const std::size_t writes_;
  const std::chrono::milliseconds window_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Spent> spent_;  // by name
  Clock::Monotonic swept_{};
};

}  // namespace structural::controller
