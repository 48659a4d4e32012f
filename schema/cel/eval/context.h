// What functions are run in: memory, and errors.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// What a run may look at and hold besides its cost. cel-go does not count values in values, which a
// short expression makes exponentially many of, and takes their time and memory.
struct RunBudget {
  // Values that are compared, copied or printed: ten for each unit of the cost of an object.
  static constexpr std::int64_t kMostSteps = 100'000'000;
  // In the arena, beside what was there before.
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;
};

// One for each run of a program. Not thread-safe.
class Context {
 public:
  // What a run makes is in `arena`.
  explicit Context(base::Arena& arena, std::int64_t most_steps = RunBudget::kMostSteps)
      : arena_(arena), steps_left_(most_steps), most_bytes_(arena.bytes() + RunBudget::kMostBytes) {}

  base::Arena& arena() const { return arena_; }

  // An error with that message, which is copied: the parts one after the other.
  Value Fail(std::initializer_list<std::string_view> parts) const;
  Value Fail(std::string_view message) const { return Fail({message}); }

  // Begins a run: what has ended the one before it, does not end this one.
  void Start() { stopped_ = false; }

  // Ends the run, whatever else it comes to, as a panic of Go ends it; -> an error with that message.
  // Static, or in the arena.
  Value Stop(std::string_view message) {
    if (!stopped_) why_stopped_ = message;
    stopped_ = true;
    return Value::Error(why_stopped_);
  }
  bool stopped() const { return stopped_; }

  // Counts values that are looked at. False, and ends the run, where they are too many; so it does
  // where they are nested too deeply for the stack of this thread.
  bool Step(std::int64_t count = 1) {
    if (count <= steps_left_ && HasMemory()) {
      steps_left_ -= count;
      return true;
    }
    return Exhaust();
  }
  bool StepDown(std::int64_t count = 1);
  std::int64_t steps_left() const { return steps_left_; }
  bool HasMemory() const { return arena_.bytes() <= most_bytes_; }
  // Ends the run as one that costs too much. -> false
  bool Exhaust();
  bool exhausted() const { return steps_left_ < 0; }
  std::string_view why_stopped() const { return why_stopped_; }

  // What is made for a comparison is given back with it, where nothing of that is kept.
  struct Scratch {
    base::Arena::Mark mark;
    std::uint32_t kept;
  };
  Scratch Here() const { return {arena_.Here(), kept_}; }
  void Rewind(const Scratch& to) {
    if (kept_ == to.kept) arena_.Rewind(to.mark);
  }
  // Something that was made before now points to what was made last.
  void Keep() { ++kept_; }

  // Copies of what they hold.
  Value String(std::string_view text) const { return Value::String(arena_.Copy(text)); }
  Value Bytes(std::string_view bytes) const { return Value::Bytes(arena_.Copy(bytes)); }
  Value List(std::span<const Value> elements) const { return Value::List(arena_.Copy(elements)); }
  Value Optional(const Value& value) const {
    return Value::Optional(arena_.Copy(std::span(&value, 1))[0]);
  }

 private:
  base::Arena& arena_;
  std::int64_t steps_left_;  // negative: exhausted
  std::size_t most_bytes_;
  std::uint32_t kept_ = 0;
  bool stopped_ = false;
  std::string_view why_stopped_;
};

inline constexpr std::string_view kCostLimitExceeded =
    "operation cancelled: actual cost limit exceeded";

// Errors that are often needed.
inline Value NoSuchOverload() { return Value::Error("no such overload"); }
// The value where it is an error, else that there is no such overload.
inline Value ErrorOrNoSuchOverload(const Value& value) {
  return value.is_error() ? value : NoSuchOverload();
}

}  // namespace structural::cel::eval
