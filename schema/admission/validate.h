// What a server finds wrong with a custom resource that it is to store.
#pragma once

#include <vector>

#include "schema/admission/errors.h"
#include "schema/admission/served.h"
#include "schema/base/work_budget.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/objects/correlated.h"

namespace structural::admission {

// The resource, prepared for being stored. Borrows all of it.
struct Candidate {
  const ServedResource& resource;
  const ServedVersion& version;
  const json::Value& object;
  const json::Value* old = nullptr;  // null: it is created
  bool is_status = false;            // a request to /status
  expressions::RuleTrace* trace = nullptr;  // of rules; null: nobody asks
  base::WorkBudget* work = nullptr;  // of values and rules; null: no limit besides a server's
};

struct Findings {
  std::vector<kubernetes::FieldError> errors;    // kRulesNotRun: other errors keep a server from running rules
  std::vector<kubernetes::FieldError> warnings;  // of rules
};

// `arena` is working memory.
//
// Upstream: registry/customresource strategy.go, status_strategy.go Validate, ValidateUpdate;
// apiserver pkg/registry/rest create.go ValidateCreate, update.go ValidateUpdate (v0.37.2).
Findings Validate(const Candidate& candidate, base::Arena& arena);

// scale.cc; with `spec` what the spec says, too.
//
// Upstream: registry/customresource/validator.go ValidateScaleSpec, ValidateScaleStatus (v0.37.2).
void ValidateScale(const Scale& scale, const json::Value& object, bool spec, ResourceErrors& to);

}  // namespace structural::admission
