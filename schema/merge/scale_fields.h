// Converts managedFields between an object and its Scale. The Scale has an entry for each manager that owns the
// object's replicas.
//
// Upstream: apimachinery pkg/util/managedfields/scalehandler.go (v0.37.2).
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/path_element.h"

namespace structural::merge {

// The path of the replicas in each version of the object. Key: apiVersion. The path is empty if the version does not
// have the subresource scale.
using ReplicasPaths = std::map<std::string_view, std::vector<PathElement>>;

// Returns managedFields of the Scale, converted from those of the object: the entries whose managers own the replicas.
// Omits entries whose version is not in `paths`.
base::Result<json::Value> ScaleEntries(const json::Value& of_object, const ReplicasPaths& paths, FieldsFormat format,
                                       base::Arena& arena);

// Returns managedFields of the object, in `api_version`, after a request to its Scale that changed the Scale's
// managedFields to `of_scale`. Removes entries whose version is not in `paths`. An entry that is new has no time, as on
// a server.
base::Result<json::Value> EntriesAfterScale(const json::Value& of_object, const json::Value& of_scale,
                                            const ReplicasPaths& paths, std::string_view api_version,
                                            FieldsFormat format, base::Arena& arena);

}  // namespace structural::merge
