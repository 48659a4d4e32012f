// Whether a change of a CustomResourceDefinition is allowed: by Kubernetes, or by the API Compatibility Plan of the KEP
// on structural schemas.
//
// Both policies check the internal form, as the server's own validation does: a schema that all versions share is at
// spec.validation, in each version of the API.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::compatibility {

struct Change {
  // The requested CRD. It and `before` must outlive the change.
  const crd::CustomResourceDefinition& after;
  // The text that `after` was decoded from. Only kKep reads it, for unions, because decoding drops them. Empty: unions
  // are not checked.
  std::string_view text = {};
  // The stored CRD. Null: `after` is created.
  const crd::CustomResourceDefinition* before = nullptr;
  // The text that `before` was decoded from. Used like `text`.
  std::string_view text_before = {};
  // The API version of the client's request. `after` may be in the other API version.
  crd::ApiVersion default_version = crd::ApiVersion::kV1;
};

enum class Policy { kServer, kKep };

// Why a change is refused: the rule of the policy (rules.h), and a field error as Kubernetes prints it. If the schema
// itself is not structural, `error.rule` is the violated rule of structural schemas.
struct RuleViolation {
  std::string_view rule;
  kubernetes::Violation error;
};

// Returns the reasons why the change is refused; empty if it is allowed. `arena` is working memory and is not
// referenced by the result. Pure; safe to call from several threads with one arena each.
//
// kServer: the server's errors about structural schemas, preserveUnknownFields and the conversion strategy; not its
// other errors. The error about `$schema` is always reported, while the server omits it if the schema has other errors.
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition(Update) (v0.37.2).
//
// kKep: KEP "Vanilla CRD OpenAPI subset: structural schemas", API Compatibility Plan.
std::vector<RuleViolation> FindViolations(const Change& change, Policy policy, base::Arena& arena);

}  // namespace structural::compatibility
