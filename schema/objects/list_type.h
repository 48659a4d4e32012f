// ValidateListTypes checks the lists in an object whose x-kubernetes-list-type is set or map: their items must be
// unique.
#pragma once

#include <string>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/object_path.h"

namespace structural::objects {

// Returns the errors in the order of the object. A list that would be too long is cut off, and ends with
// base::kTruncated. `schema` may be null. If `object` is not a JSON object, returns no errors.
//
// Upstream: schema/listtype/validation.go ValidateListSetsAndMaps (v0.37.2).
kubernetes::FieldErrorList ValidateListTypes(const kubernetes::ObjectPath& path, const crd::Structural* schema,
                                             const json::Value& object);

}  // namespace structural::objects
