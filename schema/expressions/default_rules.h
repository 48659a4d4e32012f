// The rules in x-kubernetes-validations of defaults.
#pragma once

#include "schema/expressions/expression.h"
#include "schema/objects/default_values.h"

namespace structural::expressions {

// For DefaultsRules::run of one schema: all its defaults together may cost kObjectCostLimit. A rule
// is run twice: as if the default were there before, and as if it were new. `effort` and `arena`
// must outlive the function. What it compiles goes down by recursion, and needs cel::kParseStack.
//
// Upstream: apiextensions schema/defaulting/validation.go validate (v0.37.2).
objects::RunDefaultRules RulesOfDefaults(Effort& effort, base::Arena& arena);

}  // namespace structural::expressions
