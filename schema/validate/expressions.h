// The place of x-kubernetes-validations' expressions (CEL): whether they compile, and what they
// cost. They are not looked at yet.
#pragma once

#include "schema/model/json_schema_props.h"
#include "schema/validate/context.h"

namespace structural::validate {

// Called for a schema that nothing else is wrong with, which was found structural where it had to
// be. What upstream has in validationOptions for it: preexistingExpressions,
// versionsWithUnchangedSchemas, suppressPerExpressionCost, celEnvironmentSet.
//
// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema, cel_validation.go CELSchemaContext (v0.37.2).
inline void ValidateExpressions(const Context&, const model::JSONSchemaProps&, const FieldPath&) {}

}  // namespace structural::validate
