// ValidateStructural: all rules on one schema.
#pragma once

#include <vector>

#include "schema/kubernetes/path.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::rules {

// The violations below `path`, sorted bytewise by their whole text, as the server orders them.
// Empty: the schema is structural. Where they are too many to be read or stored, some of them
// (schema/base/enough.h). Pure; safe to call from several threads, of which each needs a stack of
// 2 KB for each level of the schema.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/validation.go ValidateStructural
// (v0.37.2).
std::vector<kubernetes::Violation> ValidateStructural(const kubernetes::FieldPath& path,
                                                      const model::Structural& schema);

}  // namespace structural::rules
