// The validation of lists against x-kubernetes-list-type: set or map.
#pragma once

#include <string>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/object_path.h"

namespace structural::objects {

// Returns the errors in the order of the object. A list that is too long ends with base::kTruncated. `schema` may be
// null. A value that is not an object has no errors.
//
// Upstream: schema/listtype/validation.go ValidateListSetsAndMaps (v0.37.2).
kubernetes::FieldErrorList ValidateListTypes(const kubernetes::ObjectPath& path, const crd::Structural* schema,
                                             const json::Value& object);

}  // namespace structural::objects
