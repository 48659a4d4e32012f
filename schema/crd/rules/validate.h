// ValidateStructural checks all rules on one schema.
#pragma once

#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

// Returns the violations below `path`, sorted bytewise by their texts, like a server. Empty if the schema is
// structural. If the violations exceed kubernetes::ViolationBudget, the list is incomplete. Pure and thread-safe. Each
// thread needs a stack of 2 KB per level of the schema.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/validation.go ValidateStructural
// (v0.37.2).
std::vector<kubernetes::Violation> ValidateStructural(const kubernetes::FieldPath& path, const Structural& schema);

// Like CheckCompleteness, for allOf, anyOf, oneOf and not of each schema below `schema`, as the KEP requires.
// Implicitly specified fields are complete: keys of a map, and apiVersion, kind and metadata of an embedded resource.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Formal Definition.
void CheckNestedCompleteness(const Structural& schema, const kubernetes::FieldPath& path,
                             std::vector<kubernetes::Violation>& found);

// Returns a copy of a violation, as it is for the same schema at the path `to` instead of `from`.
kubernetes::Violation MoveToPath(const kubernetes::Violation& violation, std::string_view from, std::string_view to);

}  // namespace structural::crd
