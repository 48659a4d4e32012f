// Validate: the errors that a server finds in a custom resource before it stores it.
#pragma once

#include <vector>

#include "schema/admission/errors.h"
#include "schema/admission/served.h"
#include "schema/base/work_budget.h"
#include "schema/crd/model/correlated.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"

namespace structural::admission {

// A resource that is prepared for storage. Refers to objects that must outlive it.
struct ValidatedObject {
  const ServedResource& resource;
  const ServedVersion& version;
  const json::Value& object;
  const json::Value* old = nullptr;         // null if it is created
  bool is_status = false;                   // a request to /status
  expressions::RuleTrace* trace = nullptr;  // records the runs of rules; may be null
  base::WorkBudget* work = nullptr;         // limit of the work for values and rules; null: only the limits of a server
};

struct Findings {
  std::vector<kubernetes::FieldError> errors;    // kRulesNotRun: other errors keep a server from running rules
  std::vector<kubernetes::FieldError> warnings;  // warnings about rules
};

// Validates a resource. `arena` is working memory.
//
// Upstream: registry/customresource strategy.go, status_strategy.go Validate, ValidateUpdate;
// apiserver pkg/registry/rest create.go ValidateCreate, update.go ValidateUpdate (v0.37.2).
Findings Validate(const ValidatedObject& candidate, base::Arena& arena);

// Validates the fields of the scale subresource; with `spec`, those in spec, too.
//
// Upstream: registry/customresource/validator.go ValidateScaleSpec, ValidateScaleStatus (v0.37.2).
void ValidateScale(const Scale& scale, const json::Value& object, bool spec, ResourceErrors& to);

}  // namespace structural::admission
