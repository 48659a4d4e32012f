// Records the costs and errors of an expression's nodes during runs.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Adds up several runs. Not thread-safe.
class Trace {
 public:
  struct Part {
    std::uint64_t cost = 0;       // cost of the node without its operands
    std::uint64_t values = 0;     // number of evaluations
    const char* error = nullptr;  // text of the last error, identified by its address
  };

  // Returns the parts, indexed by id. Parts with large ids may be missing if they were not evaluated.
  const std::vector<Part>& parts() const { return parts_; }

  void Observe(const Value& value, std::uint32_t id, std::uint64_t cost) {
    if (parts_.size() <= id) parts_.resize(id + 1);
    parts_[id].cost += cost;
    ++parts_[id].values;
    if (value.is_error()) parts_[id].error = value.text().data();
  }

 private:
  std::vector<Part> parts_;
};

}  // namespace structural::cel::eval
