// Prune: drops the fields of an object that its schema does not specify.
//
// Below x-kubernetes-preserve-unknown-fields nothing is dropped, until a property is specified
// again without it. apiVersion, kind and metadata of an embedded resource are left alone.
//
// Upstream: schema/pruning/algorithm.go PruneWithOptions (v0.37.2).
#pragma once

#include <string>
#include <vector>

#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::objects {

// Changes `object` in place. `schema` may be null: nothing is specified then. A resource root is
// treated as an embedded resource. `dropped`, if given, is set to the paths of the fields that were
// dropped, sorted bytewise; apiVersion, kind and metadata at the top are not told of. Where they
// are too many to list, it has some of them, and base::kCutShort; all of them are dropped.
void Prune(json::Value& object, const model::Structural* schema, bool is_resource_root,
           std::vector<std::string>* dropped = nullptr);

}  // namespace structural::objects
