// Validate: the errors that a server finds in a custom resource before it stores it.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/work_budget.h"
#include "schema/crd/model/correlated.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"

namespace structural::admission {

// The errors of a custom resource, and whether they block the evaluation of validation rules.
//
// Owns its errors. Not thread-safe. Its memory is limited like that of FieldErrorList.
class ResourceErrors {
 public:
  void Add(kubernetes::FieldError error) {
    blocks_rules_ |= Blocks(error.kind);
    errors_.Add(std::move(error));
  }
  void Append(std::vector<kubernetes::FieldError> errors) {
    blocks_rules_ |= std::ranges::any_of(errors, Blocks, &kubernetes::FieldError::kind);
    errors_.Append(std::move(errors));
  }
  void Append(kubernetes::FieldErrorList errors) {
    for (const kubernetes::ErrorKind kind : kBlocking) blocks_rules_ |= errors.Has(kind);
    AppendWithoutBlocking(std::move(errors).Take());
  }
  // Appends errors that do not block validation rules: errors of the rules themselves, and errors that upstream does
  // not pass to hasBlockingErr.
  void AppendWithoutBlocking(std::vector<kubernetes::FieldError> errors) { errors_.Append(std::move(errors)); }

  bool blocks_rules() const { return blocks_rules_; }
  std::vector<kubernetes::FieldError> Take() && { return std::move(errors_).Take(); }

 private:
  // Kinds of errors that block validation rules: the server does not evaluate rules if an error has one of these kinds.
  // kTruncated is included, because the omitted errors may have one of the other kinds.
  //
  // Upstream: registry/customresource/strategy.go hasBlockingErr (v0.37.2).
  static constexpr kubernetes::ErrorKind kBlocking[] = {
      kubernetes::ErrorKind::kNotSupported, kubernetes::ErrorKind::kRequired,    kubernetes::ErrorKind::kTooLong,
      kubernetes::ErrorKind::kTooMany,      kubernetes::ErrorKind::kTypeInvalid, kubernetes::ErrorKind::kTruncated};
  static bool Blocks(kubernetes::ErrorKind kind) { return std::ranges::find(kBlocking, kind) != std::end(kBlocking); }

  kubernetes::FieldErrorList errors_;
  bool blocks_rules_ = false;
};

// The input of Validate: an object that is prepared for storage, the object in etcd that it replaces, and options. All
// referenced objects must outlive it.
struct ValidatedObject {
  const ServedResource& resource;
  const ServedVersion& version;
  const json::Value& object;
  const json::Value* old = nullptr;         // the object in etcd; null if the request creates the object
  bool is_status = false;                   // true: a request for /status; false: a request for the object
  expressions::RuleTrace* trace = nullptr;  // records the results of CEL rules; null: not recorded
  // Limits the work of the validation. If it is exhausted, the findings must not be used. Null: only the limits of a
  // server apply.
  base::WorkBudget* work = nullptr;
};

struct Findings {
  std::vector<kubernetes::FieldError> errors;    // contains kRulesNotRun if other errors block validation rules
  std::vector<kubernetes::FieldError> warnings;  // warnings about validation rules
};

// Validates a custom resource before it is stored. `arena` is working memory.
//
// Upstream: registry/customresource strategy.go, status_strategy.go Validate, ValidateUpdate;
// apiserver pkg/registry/rest create.go ValidateCreate, update.go ValidateUpdate (v0.37.2).
Findings Validate(const ValidatedObject& candidate, base::Arena& arena);

// Validates the fields of the object to which the scale subresource refers: the replicas and the label selector in the
// status and, if `spec` is true, also the replicas in the spec.
//
// Upstream: registry/customresource/validator.go ValidateScaleSpec, ValidateScaleStatus (v0.37.2).
void ValidateScale(const Scale& scale, const json::Value& object, bool spec, ResourceErrors& to);

}  // namespace structural::admission
