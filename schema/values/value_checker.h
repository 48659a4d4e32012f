// ValueChecker checks whether a value satisfies its requirements.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "schema/base/arena.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/values/budget.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

struct CheckResult {
  bool is_valid = false;         // whether the schema accepts the value, if its CEL rules are ignored
  std::size_t failed_rules = 0;  // number of violated CEL rules; 0 if !is_valid, or if no rules were checked

  bool fits() const { return is_valid && failed_rules == 0; }
};

// Whether Check runs CEL rules for a value: the value is the root, or has rules itself. For another value, all rules
// are those of its parts, which were checked before the parts were put together.
inline bool RunsRules(const ValueRequirements& requirements) {
  if (requirements.schema == nullptr) return false;
  return requirements.depth == 0 || !requirements.schema->x_validations.empty();
}

// Checks values after defaulting, as a server does. Not thread-safe. Compiles CEL rules when they are first needed, by
// recursion: needs a stack of cel::kParseStack.
class ValueChecker {
 public:
  // Both arguments must outlive this object.
  ValueChecker(Budget& budget, expressions::CompilationBudget& compilation_budget)
      : budget_(budget), compilation_budget_(compilation_budget) {}

  // Checks a value against its whole schema. If RunsRules is true, also checks its rules and all rules inside it. After
  // the budget is exhausted, every result is invalid. `trace` may be null.
  CheckResult Check(const ValueRequirements& requirements, const json::Value& value, expressions::RuleTrace* trace);
  bool Fits(const ValueRequirements& requirements, const json::Value& value) {
    return Check(requirements, value, nullptr).fits();
  }

 private:
  bool IsValid(const ValueRequirements& requirements, const json::Value& value) const;
  const expressions::RuleSet& RulesOf(const ValueRequirements& requirements);

  Budget& budget_;
  expressions::CompilationBudget& compilation_budget_;
  base::Arena scratch_;
  std::unordered_map<const crd::Structural*, std::unique_ptr<expressions::RuleSet>> rules_;
};

}  // namespace structural::values
