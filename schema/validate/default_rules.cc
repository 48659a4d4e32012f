#include "schema/validate/default_rules.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "schema/expressions/rule_set.h"

namespace structural::validate {
namespace {

// Returns the remaining budget; -1 if a cost limit was exceeded.
std::int64_t Remaining(const expressions::RuleSetResult& findings, std::int64_t budget) {
  return findings.cut_short ? -1 : budget - findings.cost;
}

}  // namespace

objects::RunDefaultRules RulesOfDefaults(expressions::CompilationBudget& effort, base::Arena& arena) {
  return [&effort, &arena, budget = expressions::kObjectCostLimit](
             const objects::DefaultValue& of, std::vector<kubernetes::FieldError>& errors) mutable {
    const expressions::RuleSet rules(of.schema, {of.is_resource, &effort});
    expressions::RuleInput input{
        .object = of.value, .old = &of.value, .path = &of.path, .cost_limit = budget, .steps = &effort.run_steps};
    expressions::RuleSetResult found = rules.Run(input, arena);
    std::int64_t remaining = Remaining(found, budget);
    if (found.errors.empty()) {
      input.old = nullptr;
      found = rules.Run(input, arena);
      remaining = std::min(remaining, Remaining(found, budget));
    }
    errors = std::move(found.errors);
    budget = remaining;
    return remaining >= 0;
  };
}

}  // namespace structural::validate
