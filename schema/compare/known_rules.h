// KnownRules: CEL rules that hold for all objects that the old schema accepts.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "schema/compare/obligations.h"
#include "schema/compare/rule_form.h"
#include "schema/compare/side.h"
#include "schema/expressions/declared_type.h"

namespace structural::compare {

class KnownRules {
 public:
  // Collects the rules of the old schema `from`, and has(self.FIELD) for each field that every object has. keeps(field)
  // must return whether the field is still present when a server reads the object again.
  KnownRules(const SchemaSide& from, const SchemaSide& to, const std::function<bool(std::string_view)>& keeps);

  // Returns whether each part of the rule (an operand of its outermost &&) is implied by a known rule or by a part of
  // one.
  bool Imply(const crd::ValidationRule& rule, const std::optional<RuleForm>& form, ComparisonBudget& budget) const;

 private:
  bool Imply(const Alternatives& part, ComparisonBudget& budget) const;

  base::Arena arena_{1024};
  // type that CEL expressions see for a value of the new schema; in arena_
  const expressions::DeclaredType* declared_ = nullptr;
  std::set<Alternatives> known_parts_;
  std::set<std::string, std::less<>> always_present_;
};

}  // namespace structural::compare
