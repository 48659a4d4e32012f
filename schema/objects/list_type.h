// The validation of lists against x-kubernetes-list-type: set or map.
#pragma once

#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"
#include "schema/objects/object_path.h"

namespace structural::objects {

// Returns the errors in the order of the object. A list that is too long ends with base::kCutShort. `schema` may be
// null. A value that is not an object has no errors.
//
// Upstream: schema/listtype/validation.go ValidateListSetsAndMaps (v0.37.2).
kubernetes::FieldErrorList ValidateListTypes(const ObjectPath& path, const model::Structural* schema,
                                             const json::Value& object);

// Returns a text that is equal for values that Go considers equal, to find repetitions in linear time. Scalars are
// compared by type and value (as keys of a Go map), lists and objects by their JSON: 1 and 1.0 differ, [1] and [1.0] do
// not.
std::string SetIdentity(const json::Value& value);

// Like SetIdentity, for values that Go compares by reflect.DeepEqual: [1] and [1.0] differ.
std::string DeepIdentity(const json::Value& value);

}  // namespace structural::objects
