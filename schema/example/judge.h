// Whether a value is what is demanded of it.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "schema/base/arena.h"
#include "schema/example/budget.h"
#include "schema/example/demands.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"

namespace structural::example {

struct Judgement {
  bool is_valid = false;         // by the schema, without its rules
  std::size_t failed_rules = 0;  // 0 where there are none, or it is not valid

  bool fits() const { return is_valid && failed_rules == 0; }
};

// Of a value without rules of its own, those below have been run before it was put together.
inline bool RunsRules(const Demands& demands) {
  if (demands.schema == nullptr) return false;
  return demands.depth == 0 || !demands.schema->x_validations.empty();
}

// Defaults are set before, as on a server. Not thread-safe. Rules are compiled when they are first
// needed; that goes down by recursion, and needs cel::kParseStack.
class Judge {
 public:
  // Both must outlive it.
  Judge(Budget& budget, expressions::Effort& effort) : budget_(budget), effort_(effort) {}

  // By the whole schema of the value; if it has rules itself or is the root, also by the rules of it
  // and below.
  // Nothing fits once the budget is exhausted. `trace` may be null.
  Judgement Look(const Demands& demands, const json::Value& value, expressions::RuleTrace* trace);
  bool Fits(const Demands& demands, const json::Value& value) {
    return Look(demands, value, nullptr).fits();
  }

 private:
  bool IsValid(const Demands& demands, const json::Value& value) const;
  const expressions::RuleSet& RulesOf(const Demands& demands);

  Budget& budget_;
  expressions::Effort& effort_;
  base::Arena scratch_;
  std::unordered_map<const model::Structural*, std::unique_ptr<expressions::RuleSet>> rules_;
};

}  // namespace structural::example
