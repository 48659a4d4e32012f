// The stack of values of cel-go's cost tracker, by node id.
//
// Values that no operation removes stay on the stack, and a later search can find them. Costs depend on this, so the
// stack must behave exactly like cel-go's. cel-go searches from the top, which takes quadratic time for ids that are
// not on the stack; here each entry points to the previous entry with its id.
//
// Upstream: cel-go interpreter/runtimecost.go refValStack (v0.29.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "schema/cel/eval/plan.h"

namespace structural::cel::eval {

// Not thread-safe. Reuses its memory for the next run.
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

  // Removes the last entry with the id, and all entries above it. Does nothing if the stack has no such entry.
  void Drop(std::uint32_t id) {
    const std::uint32_t at = last_[id];
    if (at != 0) Truncate(at - 1);
  }

  // Removes the arguments of a call in the same way, the last one first, and copies them to `values`. Returns false if
  // an argument is not on the stack; the arguments after it are removed.
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
    std::uint32_t before;  // 1 + the index of the previous entry with the id
  };

  void Truncate(std::size_t size) {
    while (entries_.size() > size) {
      last_[entries_.back().id] = entries_.back().before;
      entries_.pop_back();
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> last_;  // for each id: 1 + the index of its last entry
};

}  // namespace structural::cel::eval
