// A set of configurations: the possible positions of each alternative of a decision after the same tokens.
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
  std::uint8_t precedence = 0;    // maximum precedence for the call of the rule; 0: any
  bool keeps_precedence = false;  // whether Predictor::FilterPrecedence keeps the configuration in any case
  int outer = 0;                  // number of times that the configuration left the rule of the decision
  const Stack* stack = nullptr;
};

// The configurations are in an Arena. A configuration belongs to at most one set, which merges others into it.
class Configurations {
 public:
  explicit Configurations(bool full) : full_(full) {}

  // Whether stacks include the callers of the decision's rule, not only rules that the prediction entered.
  bool full() const { return full_; }
  bool has_precedence() const { return has_precedence_; }
  const std::vector<Configuration*>& all() const { return all_; }

  void Add(Configuration* configuration, StackPool& stacks);

  // Returns the only alternative; 0 if the set has several or none.
  int Only() const;

 private:
  bool full_;
  bool has_precedence_ = false;
  std::vector<Configuration*> all_;
  std::unordered_map<std::uint32_t, Configuration*> by_place_;
};

}  // namespace structural::cel::syntax
