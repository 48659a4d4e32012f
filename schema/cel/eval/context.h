// Context: the memory, the budget and the errors of a run.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/cel/eval/value.h"
#include "schema/kubernetes/releases.h"

namespace structural::cel::eval {

// Limits of a run in addition to its cost. A short expression can make exponentially many nested values, which cel-go's
// cost does not count.
struct RunBudget {
  // Maximum number of values that are compared, copied or printed: ten times Kubernetes' cost limit for all CEL rules
  // of an object.
  static constexpr std::int64_t kMaxSteps = 100'000'000;
  // Maximum size in bytes of the values of a run in the arena.
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
};

// The context of a run of a program. Not thread-safe.
class Context {
 public:
  // The values of a run are in `arena`.
  explicit Context(base::Arena& arena, std::int64_t max_steps = RunBudget::kMaxSteps)
      : arena_(arena), steps_left_(max_steps), max_bytes_(arena.bytes() + RunBudget::kMaxBytes) {}

  base::Arena& arena() const { return arena_; }

  // Returns an error whose message is the concatenation of `parts`, which is copied.
  Value Fail(std::initializer_list<std::string_view> parts) const;
  Value Fail(std::string_view message) const { return Fail({message}); }

  // Begins a run of a program for Kubernetes 1.`minor`. Afterwards stopped() is false, even if the previous run was
  // stopped.
  void Start(int minor) {
    minor_ = minor;
    stopped_ = false;
  }
  int minor() const { return minor_; }

  // Stops the run, like a panic in Go. Returns an error with the message of the first call of Stop in this run.
  // `message` must be static or in the arena.
  Value Stop(std::string_view message) {
    if (!stopped_) why_stopped_ = message;
    stopped_ = true;
    return Value::Error(why_stopped_);
  }
  bool stopped() const { return stopped_; }

  // Counts `count` values that are compared, copied or printed. If the limit of steps or of memory is exceeded, ends
  // the run and returns false. CountNestedStep also ends the run and returns false if the values are nested too deeply
  // for the stack of this thread.
  bool CountSteps(std::int64_t count = 1) {
    if (count <= steps_left_ && HasMemory()) {
      steps_left_ -= count;
      return true;
    }
    return EndRunOverBudget();
  }
  bool CountNestedStep(std::int64_t count = 1);
  std::int64_t steps_left() const { return steps_left_; }
  bool HasMemory() const { return arena_.bytes() <= max_bytes_; }
  // Ends the run as if it had exceeded the cost limit. Always returns false.
  bool EndRunOverBudget();
  bool exhausted() const { return steps_left_ < 0; }
  std::string_view why_stopped() const { return why_stopped_; }

  // A position in the arena, taken before a comparison. Rewind then frees the values that the comparison has allocated,
  // unless MarkReachable was called since.
  struct Scratch {
    base::Arena::Mark mark;
    std::uint32_t reachable_marks;  // number of calls of MarkReachable before this position
  };
  Scratch Here() const { return {arena_.Here(), reachable_marks_}; }
  void Rewind(const Scratch& to) {
    if (reachable_marks_ == to.reachable_marks) arena_.Rewind(to.mark);
  }
  // Must be called when a value that was allocated before a Scratch is changed to point to a value that was allocated
  // after it, so that Rewind does not free the latter.
  void MarkReachable() { ++reachable_marks_; }

  // String, Bytes, List and Optional copy their arguments into the arena.
  Value String(std::string_view text) const { return Value::String(arena_.Copy(text)); }
  Value Bytes(std::string_view bytes) const { return Value::Bytes(arena_.Copy(bytes)); }
  Value List(std::span<const Value> elements) const { return Value::List(arena_.Copy(elements)); }
  Value Optional(const Value& value) const { return Value::Optional(arena_.Copy(std::span(&value, 1))[0]); }

 private:
  base::Arena& arena_;
  std::int64_t steps_left_;  // negative: exhausted
  std::size_t max_bytes_;
  std::uint32_t reachable_marks_ = 0;
  int minor_ = kubernetes::kDefaultMinor;
  bool stopped_ = false;
  std::string_view why_stopped_;
};

inline constexpr std::string_view kCostLimitExceeded = "operation cancelled: actual cost limit exceeded";

// Returns the error of a call whose arguments have wrong types.
inline Value NoSuchOverload() { return Value::Error("no such overload"); }
// Returns the value if it is an error, otherwise NoSuchOverload().
inline Value ErrorOrNoSuchOverload(const Value& value) { return value.is_error() ? value : NoSuchOverload(); }

}  // namespace structural::cel::eval
