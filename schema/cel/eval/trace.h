// What happens at the parts of an expression while it is run.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Adds up over runs. Not thread-safe.
class Trace {
 public:
  struct Part {
    std::uint64_t cost = 0;    // without that of its parts
    std::uint64_t values = 0;  // how many it had
    const char* error = nullptr;  // the text of the last error; only its address counts
  };

  // By id; ids that had no value may be missing.
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
