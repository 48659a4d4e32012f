// ValidateStructural checks a schema against all structural rules.
#pragma once

#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

// Returns the violations in a schema at `path`, sorted bytewise by their texts like a server's. The list is empty if
// the schema is structural. It is incomplete if the violations exceed kubernetes::ViolationBudget. Pure and
// thread-safe. The calling thread needs 2 KB of stack for each level of the schema.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/validation.go ValidateStructural (v0.37.2).
std::vector<kubernetes::Violation> ValidateStructural(const kubernetes::FieldPath& path, const Structural& schema);

// Checks the completeness of allOf, anyOf, oneOf and not of each schema inside `schema`, which the KEP requires and
// Kubernetes does not check. Appends the violations to `found`. Fields that are specified implicitly are complete: keys
// of a map, and apiVersion, kind and metadata of an embedded resource.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Formal Definition.
void CheckNestedCompleteness(const Structural& schema, const kubernetes::FieldPath& path,
                             std::vector<kubernetes::Violation>& found);

// Returns a copy of a violation in which the path of the schema is `to` instead of `from`.
kubernetes::Violation MoveToPath(const kubernetes::Violation& violation, std::string_view from, std::string_view to);

}  // namespace structural::crd
