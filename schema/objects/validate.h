// Validation: whether a custom resource is what its schema says.
//
// Rules in x-kubernetes-validations (CEL) are not evaluated; HasRules tells where that leaves
// something open.
#pragma once

#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/model/structural.h"
#include "schema/objects/checks.h"

namespace structural::objects {

// The errors of types, nullable, value validations and formats, in the words of the server.
// `prefix` stands before the place in each; may be empty. None: the object is valid. Where they are
// too many to list, the first of them and base::kCutShort (schema/base/text_list.h).
//
// Upstream: apiserver/validation/validation.go ValidateCustomResource (v0.37.2).
std::vector<std::string> ValidateValue(std::string_view prefix, const Checks& checks,
                                       const json::Value& value);

// Whether the schema has rules that the server would evaluate besides.
bool HasRules(const model::Structural& schema);

}  // namespace structural::objects
