// Whether lists are the sets and maps that x-kubernetes-list-type says they are.
#pragma once

#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/model/structural.h"
#include "schema/objects/object_path.h"

namespace structural::objects {

// The errors, in the order of the object; the first of them, and base::kCutShort, where they are
// too many to list. `schema` may be null; a value that is no object has none.
//
// Upstream: schema/listtype/validation.go ValidateListSetsAndMaps (v0.37.2).
std::vector<std::string> ValidateListTypes(const ObjectPath& path, const model::Structural* schema,
                                           const json::Value& object);

}  // namespace structural::objects
