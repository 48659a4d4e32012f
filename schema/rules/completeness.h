// Structural completeness: what a junctor restricts must be specified outside of it as well.
//
// Like Kubernetes, and unlike the KEP, only the junctors of the schema that is asked are followed
// (down through items and properties), not those of its fields. `found` gets one violation for
// every field or items that stands only below a junctor.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/complete.go (v0.37.2).
#pragma once

#include <vector>

#include "schema/kubernetes/path.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::rules {

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
