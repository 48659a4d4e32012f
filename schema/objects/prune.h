// Prune removes the fields of an object that its schema does not specify.
//
// x-kubernetes-preserve-unknown-fields keeps all fields inside a value, except inside specified properties that do not
// have the extension. Pruning does not visit apiVersion, kind and metadata of a resource.
//
// Upstream: schema/pruning/algorithm.go PruneWithOptions (v0.37.2).
#pragma once

#include <string>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::objects {

// Prunes `object` in place. A null `schema` specifies no field. `is_resource_root`: whether the root is a resource,
// whose apiVersion, kind and metadata are always kept. Unless null, `dropped` is set to the paths of removed fields,
// sorted bytewise, without apiVersion, kind and metadata of the root. If the list would be too long, it contains only
// some of the paths and base::kTruncated, but all unspecified fields are removed.
void Prune(json::Value& object, const crd::Structural* schema, bool is_resource_root,
           std::vector<std::string>* dropped = nullptr);

}  // namespace structural::objects
