// ValidateStructural: all rules on one schema.
#pragma once

#include <vector>

#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::rules {

// The violations below `path`, sorted bytewise by their whole text, as the server orders them.
// Empty: the schema is structural. Where they are too many to be read or stored, some of them
// (kubernetes::ViolationBudget). Pure; safe to call from several threads, of which each needs a stack of
// 2 KB for each level of the schema.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/validation.go ValidateStructural
// (v0.37.2).
std::vector<kubernetes::Violation> ValidateStructural(const kubernetes::FieldPath& path,
                                                      const model::Structural& schema);

// Structural completeness: what a junctor restricts must be specified outside of it as well.
//
// Like Kubernetes, and unlike the KEP, only the junctors of the schema that is asked are followed
// (down through items and properties), not those of its fields. `found` gets one violation for
// every field or items that stands only below a junctor.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/complete.go (v0.37.2).
void CheckCompleteness(const model::Structural& schema, const kubernetes::FieldPath& path,
                       std::vector<kubernetes::Violation>& found);

// The same for the junctors of every schema below the one that is asked, as the KEP wants it. What
// is specified without being named is complete here: the keys of a map, and apiVersion, kind and
// metadata of an embedded resource.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Formal Definition.
void CheckNestedCompleteness(const model::Structural& schema, const kubernetes::FieldPath& path,
                             std::vector<kubernetes::Violation>& found);

// What is said of a schema at the path `from`, for the same schema at the path `to`.
kubernetes::Violation AtAnotherPath(const kubernetes::Violation& violation, std::string_view from,
                                    std::string_view to);

}  // namespace structural::rules
