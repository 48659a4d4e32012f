// Converts managedFields between an object and its Scale: the Scale has the entries that own the
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

// The path of spec.replicas in each version of the object, by apiVersion; empty if the version has no scale.
using ReplicasPaths = std::map<std::string_view, std::vector<PathElement>>;

// Returns the entries of the Scale. Entries in a version that `paths` does not have are left out.
base::Result<json::Value> ScaleEntries(const json::Value& of_object, const ReplicasPaths& paths, base::Arena& arena);

// Returns the managedFields of the object in `api_version` after a request to its Scale that changed the Scale's
// managedFields to `of_scale`. Drops entries in versions that `paths` does not have. Some entries have no time, as on a
// server.
base::Result<json::Value> EntriesAfterScale(const json::Value& of_object, const json::Value& of_scale,
                                            const ReplicasPaths& paths, std::string_view api_version,
                                            base::Arena& arena);

}  // namespace structural::merge
