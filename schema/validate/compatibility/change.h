// FindViolations checks whether a policy allows a change of a CustomResourceDefinition. The policies are the validation
// of Kubernetes, and the API Compatibility Plan of the KEP on structural schemas.
//
// Like a server's validation, both policies check the internal form of a CRD in any API version. A schema that all
// versions share is at spec.validation in the internal form.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::compatibility {

struct Change {
  // The CRD after the change. `after` and `before` must outlive the Change.
  const crd::CustomResourceDefinition& after;
  // The text from which `after` was decoded. Only kKep uses it, to find unions, because `after` does not contain them.
  // If it is empty, unions are not checked.
  std::string_view text = {};
  // The stored CRD. Null: `after` is created.
  const crd::CustomResourceDefinition* before = nullptr;
  // The text from which `before` was decoded. Only kKep uses it, to find unions.
  std::string_view text_before = {};
  // The API version of the client's request. `after` can be in another API version, because a server converts it.
  crd::ApiVersion request_version = crd::ApiVersion::kV1;
};

enum class Policy { kServer, kKep };

// A reason why a policy refuses a change: the violated rule of the policy (rules.h), and an error with Kubernetes'
// text. If a schema is not structural, `error.rule` is the id of the violated structural rule.
struct RuleViolation {
  std::string_view rule;
  kubernetes::Violation error;
};

// Returns the reasons why the policy refuses the change; empty if it allows the change. `arena` is working memory, and
// the result does not point into it. Pure; safe to call from several threads if each has its own arena.
//
// kServer: returns the server's errors about structural schemas, preserveUnknownFields and the conversion strategy, but
// no other errors. The error about `$schema` is always reported, while a server omits it if the schema has other
// errors.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition(Update) (v0.37.2).
//
// kKep: returns the violations of the API Compatibility Plan in the KEP "Vanilla CRD OpenAPI subset: structural
// schemas".
std::vector<RuleViolation> FindViolations(const Change& change, Policy policy, base::Arena& arena);

}  // namespace structural::compatibility
