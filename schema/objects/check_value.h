// Checking a value against the checks of a schema.
#pragma once

#include "schema/objects/checks.h"
#include "schema/objects/failures.h"

namespace structural::objects {

// Checks `value`, which is at `at`, and everything in it; where nothing is told, until something
// fails.
//
// Upstream: kube-openapi pkg/validation/validate SchemaValidator.Validate.
void CheckValue(const Checks& checks, const json::Value& value, const ObjectPath& at,
                const Reporter& report, Outcome& to);

// All of anyOf, oneOf, allOf and not.
//
// Upstream: kube-openapi pkg/validation/validate schema_props.go.
void CheckJunctors(const Checks& checks, const json::Value& value, const ObjectPath& at,
                   const Reporter& report, Outcome& to);

// Upstream: kube-openapi pkg/validation/validate type.go, values.go, validator.go.
void CheckType(const Checks& checks, const json::Value& value, const ObjectPath& at,
               const Reporter& report, Outcome& to);
void CheckEnum(const Checks& checks, const json::Value& value, const ObjectPath& at,
               const Reporter& report, Outcome& to);
// Precondition: value.is_string().
void CheckString(const Checks& checks, const json::Value& value, const ObjectPath& at,
                 const Reporter& report, Outcome& to);

}  // namespace structural::objects
