// A set of configurations: where each alternative of a decision can be after the same tokens.
//
// Upstream: ANTLR atn_config.go, atn_config_set.go (antlr4-go v4.13.1).
#pragma once

#include <unordered_map>
#include <vector>

#include "schema/cel/syntax/stack.h"

namespace structural::cel::syntax {

struct Configuration {
  StateId state = kNoState;
  std::uint8_t alternative = 0;
  std::uint8_t precedence = 0;  // what the call of the rule may have at most; 0 where any
  bool keeps_precedence = false;  // the filter of precedences leaves it
  int outer = 0;                  // how often it left the rule of the decision
  const Stack* stack = nullptr;
};

// Configurations are in an Arena; one is in one set at most, which merges others into it.
class Configurations {
 public:
  explicit Configurations(bool full) : full_(full) {}

  // `full`: stacks are those of the parser, not only of what the prediction went through.
  bool full() const { return full_; }
  bool has_precedence() const { return has_precedence_; }
  const std::vector<Configuration*>& all() const { return all_; }

  void Add(Configuration* configuration, StackPool& stacks);

  // The only alternative; 0 where there are more, or none.
  int Only() const;

 private:
  bool full_;
  bool has_precedence_ = false;
  std::vector<Configuration*> all_;
  std::unordered_map<std::uint32_t, Configuration*> by_place_;
};

}  // namespace structural::cel::syntax
