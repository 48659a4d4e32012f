// The stack of values that cel-go's cost tracker keeps, by ids of expressions.
//
// Values that nobody takes stay on it, and may be found by a later search: so costs depend on it
// in all its details. cel-go searches the stack from its top, which takes quadratic time for an id
// that is not there; here each entry knows the one before of its id.
//
// Upstream: cel-go interpreter/runtimecost.go refValStack (v0.29.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schema/cel/eval/plan.h"

namespace structural::cel::eval {

// Not thread-safe. Keeps its memory from one run to the next.
class ValueStack {
 public:
  void Reset(std::uint32_t ids) {
    entries_.clear();
    last_.assign(ids, 0);
  }

  void Push(const Value& value, std::uint32_t id) {
    entries_.push_back({value, id, last_[id]});
    last_[id] = static_cast<std::uint32_t>(entries_.size());
  }

  // Takes off the last entry with the id, and all above it. Nothing where there is none.
  void Drop(std::uint32_t id) {
    const std::uint32_t at = last_[id];
    if (at != 0) Truncate(at - 1);
  }

  // The same of the arguments of a call, the last one first. False where one is not there; those
  // after it are taken off.
  bool DropArguments(std::span<const Node* const> arguments, Value* values) {
    for (std::size_t i = arguments.size(); i > 0; --i) {
      const std::uint32_t at = last_[arguments[i - 1]->id];
      if (at == 0) return false;
      values[i - 1] = entries_[at - 1].value;
      Truncate(at - 1);
    }
    return true;
  }

 private:
  struct Entry {
    Value value;
    std::uint32_t id;
    std::uint32_t before;  // 1 + the place of the one before with the id
  };

  void Truncate(std::size_t size) {
    while (entries_.size() > size) {
      last_[entries_.back().id] = entries_.back().before;
      entries_.pop_back();
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> last_;  // by id: 1 + the place of the last entry
};

}  // namespace structural::cel::eval
