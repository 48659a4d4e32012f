// Whether a change to a CustomResourceDefinition may be made, by what Kubernetes does or by what
// the KEP on structural schemas says in its API Compatibility Plan.
//
// Both look at the internal form, as the server's own validation does: a schema that all versions
// share stands at spec.validation, whichever version of the API it came in.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::compatibility {

struct Change {
  // What is asked for; it and `before` must outlive the change.
  const crd::CustomResourceDefinition& after;
  // The text that `after` was decoded from, for kKep alone: unions stand in what the server drops.
  // Empty: they are not looked for.
  std::string_view text = {};
  // What is stored. Null: `after` is created.
  const crd::CustomResourceDefinition* before = nullptr;
  // The text that `before` was decoded from; the same as above.
  std::string_view text_before = {};
  // The version of the API that the client used, which need not be the one that `after` is in.
  crd::ApiVersion asked_for = crd::ApiVersion::kV1;
};

enum class Policy { kServer, kKep };

// Why a change is refused: the rule of the policy (rules.h), and a field error in Kubernetes' form.
// Where it is the schema's own fault, `error.rule` is the rule of structural schemas that it
// breaks.
struct RuleViolation {
  std::string_view rule;
  kubernetes::Violation error;
};

// What is said against the change; empty: it may be made. `arena` is working memory, nothing of it
// is in the result. Pure; safe to call from several threads with an arena each.
//
// kServer: the server's errors on structurality, preserveUnknownFields and the conversion strategy.
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition(Update)
// (v0.37.2). Other errors of the server are no matter of this function. The one on `$schema`, which
// the server leaves out where it finds anything else wrong with that schema, is never left out.
//
// kKep: KEP "Vanilla CRD OpenAPI subset: structural schemas", API Compatibility Plan.
std::vector<RuleViolation> Judge(const Change& change, Policy policy, base::Arena& arena);

}  // namespace structural::compatibility
