// Whether lists are the sets and maps that x-kubernetes-list-type says they are.
#pragma once

#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"
#include "schema/objects/object_path.h"

namespace structural::objects {

// The errors, in the order of the object; the first of them, and base::kCutShort, where they are
// too many to list. `schema` may be null; a value that is no object has none.
//
// Upstream: schema/listtype/validation.go ValidateListSetsAndMaps (v0.37.2).
kubernetes::FieldErrorList ValidateListTypes(const ObjectPath& path, const model::Structural* schema,
                                             const json::Value& object);

// Texts that are equal where Go calls values equal: for finding repetitions in linear time.

// Where Go compares scalars by their type and value (keys of a Go map), lists and objects by their
// JSON: 1 and 1.0 differ, [1] and [1.0] do not.
std::string SetIdentity(const json::Value& value);

// Where Go compares by reflect.DeepEqual: [1] and [1.0] differ, too.
std::string DeepIdentity(const json::Value& value);

}  // namespace structural::objects
