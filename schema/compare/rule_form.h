// RuleForm: a canonical form of a CEL rule.
//
// Rules with equal forms have equal results for every value. The form does not depend on names of loop variables, on
// white space, or on the order of operands of && and ||. For == and != with a constant, it does not depend on the order
// either. Pure. Recursive: needs a stack of cel::kParseStack.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/compare/value_changes.h"
#include "schema/crd/model/json_schema_props.h"

namespace structural::compare {

// The forms of the operands of ||, sorted and unique.
using Alternatives = std::vector<std::string>;

struct RuleForm {
  // Operands of &&, sorted.
  std::vector<Alternatives> parts;
  // Fields of self and oldSelf that the rule reads.
  std::vector<FieldChain> fields;
  bool uses_old_self = false;
};

// Returns the form of has(self.FIELD); nullopt if no expression can name the field.
std::optional<std::string> FormOfHas(std::string_view field);

// Returns the shortened text of a rule for users.
std::string RuleText(const crd::ValidationRule& rule);

// Returns the form of a rule; nullopt if it cannot be parsed.
std::optional<RuleForm> FormOf(const crd::ValidationRule& rule);

}  // namespace structural::compare
