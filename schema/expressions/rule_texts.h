// The errors of CEL rules that fail.
//
// Upstream: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (v0.37.2), apimachinery
// pkg/util/validation/field/errors.go.
#pragma once

#include <string_view>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/object_path.h"

namespace structural::expressions {

// Returns the error `PATH: Invalid value: "TYPE": DETAIL`.
kubernetes::FieldError InvalidRuleError(const kubernetes::ObjectPath& path, std::string_view type,
                                        std::string_view detail);

// Returns the rule's message, or the rule's expression if it has no message.
std::string_view MessageOrRule(const crd::ValidationRule& rule);

// Returns the error of a rule whose result is not true. The rule's `reason` determines the kind of error.
kubernetes::FieldError FailedRuleError(const crd::ValidationRule& rule, const crd::Structural& schema,
                                       const json::Value& value, const kubernetes::ObjectPath& path,
                                       std::string_view message);

}  // namespace structural::expressions
