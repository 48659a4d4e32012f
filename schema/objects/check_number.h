// The checks of numbers.
#pragma once

#include "schema/objects/checks.h"
#include "schema/objects/failures.h"

namespace structural::objects {

// Go's int64(value) on amd64: the smallest integer for what has no place in 64 bits.
std::int64_t TruncateToInt64(double value);

// Whether a double is near enough to an integer of 53 bits.
//
// Upstream: go-openapi/swag conv IsFloat64AJSONInteger.
bool IsJsonInteger(double value);

// Precondition: value.is_number().
//
// Upstream: kube-openapi pkg/validation/validate validator.go numberValidator, values.go.
void CheckNumber(const Checks& checks, const json::Value& value, const ObjectPath& at,
                 const Reporter& report, Outcome& to);

}  // namespace structural::objects
