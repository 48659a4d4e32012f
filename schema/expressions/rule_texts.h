// The errors of rules that fail.
//
// Upstream: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (v0.37.2), apimachinery
// pkg/util/validation/field/errors.go.
#pragma once

#include <string_view>

#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"
#include "schema/objects/object_path.h"

namespace structural::expressions {

// PATH: Invalid value: "TYPE": DETAIL
kubernetes::FieldError InvalidRule(const objects::ObjectPath& path, std::string_view type, std::string_view detail);

// Returns the rule's message, or the rule if it has no message.
std::string_view MessageOrRule(const model::ValidationRule& rule);

// The error of a rule that is not true, by its reason.
kubernetes::FieldError FailedRule(const model::ValidationRule& rule, const model::Structural& schema,
                                  const json::Value& value, const objects::ObjectPath& path,
                                  std::string_view message);

}  // namespace structural::expressions
