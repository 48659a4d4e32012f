// The form of a rule in CEL that does not depend on how it is written.
//
// Two rules of one form have the same result for every value: names of variables, the order of
// operands of && and ||, of == and !=, and space do not count. Pure. Goes down by recursion, and
// needs cel::kParseStack.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/compare/touched.h"
#include "schema/model/json_schema_props.h"

namespace structural::compare {

// The forms of what || joins, sorted, each once.
using Alternatives = std::vector<std::string>;

struct RuleForm {
  // What && joins, sorted.
  std::vector<Alternatives> parts;
  // The fields of self and oldSelf that are used.
  std::vector<FieldChain> fields;
  bool uses_old_self = false;
};

// The form of has(self.FIELD); nullopt where an expression cannot have the name.
std::optional<std::string> FormOfHas(std::string_view field);

// For people, cut short.
std::string RuleText(const model::ValidationRule& rule);

// nullopt where the rule cannot be read.
std::optional<RuleForm> FormOf(const model::ValidationRule& rule);

}  // namespace structural::compare
