// Prune: drops the fields of an object that its schema does not specify.
//
// x-kubernetes-preserve-unknown-fields keeps all fields inside, up to a specified property without it. apiVersion, kind
// and metadata of an embedded resource are ignored.
//
// Upstream: schema/pruning/algorithm.go PruneWithOptions (v0.37.2).
#pragma once

#include <string>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::objects {

// Changes `object` in place. `schema` may be null: no field is specified. A resource root is treated as an embedded
// resource. `dropped`, if not null, is set to the paths of dropped fields, sorted bytewise, without apiVersion, kind
// and metadata of the root. If they are too many, it has only some of them and base::kTruncated; all of them are
// dropped.
void Prune(json::Value& object, const crd::Structural* schema, bool is_resource_root,
           std::vector<std::string>* dropped = nullptr);

}  // namespace structural::objects
