// Runs the rules in x-kubernetes-validations on defaults.
#pragma once

#include "schema/expressions/expression.h"
#include "schema/objects/default_values.h"

namespace structural::validate {

// Returns the function for DefaultsRules::run of one schema. All defaults of the schema together can cost
// kObjectCostLimit. Each rule runs twice: once with the default as old value, and once without old value. `effort` and
// `arena` must outlive the function. Recursive: needs cel::kParseStack.
//
// Upstream: apiextensions schema/defaulting/validation.go validate (v0.37.2).
objects::RunDefaultRules RulesOfDefaults(expressions::CompilationBudget& effort, base::Arena& arena);

}  // namespace structural::validate
