// What functions are run in: memory, and errors.
#pragma once

#include <initializer_list>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// One for each run of a program. Not thread-safe.
class Context {
 public:
  // What a run makes is in `arena`.
  explicit Context(base::Arena& arena) : arena_(arena) {}

  base::Arena& arena() const { return arena_; }

  // An error with that message, which is copied: the parts one after the other.
  Value Fail(std::initializer_list<std::string_view> parts) const;
  Value Fail(std::string_view message) const { return Fail({message}); }

  // Ends the run, whatever else it comes to, as a panic of Go ends it; -> an error with that message.
  // Static, or in the arena.
  Value Stop(std::string_view message) {
    if (!stopped_) why_stopped_ = message;
    stopped_ = true;
    return Value::Error(why_stopped_);
  }
  bool stopped() const { return stopped_; }
  std::string_view why_stopped() const { return why_stopped_; }

  // Copies of what they hold.
  Value String(std::string_view text) const { return Value::String(arena_.Copy(text)); }
  Value Bytes(std::string_view bytes) const { return Value::Bytes(arena_.Copy(bytes)); }
  Value List(std::span<const Value> elements) const { return Value::List(arena_.Copy(elements)); }
  Value Optional(const Value& value) const {
    return Value::Optional(arena_.Copy(std::span(&value, 1))[0]);
  }

 private:
  base::Arena& arena_;
  bool stopped_ = false;
  std::string_view why_stopped_;
};

// Errors that are often needed.
inline Value NoSuchOverload() { return Value::Error("no such overload"); }
// The value where it is an error, else that there is no such overload.
inline Value ErrorOrNoSuchOverload(const Value& value) {
  return value.is_error() ? value : NoSuchOverload();
}

}  // namespace structural::cel::eval
