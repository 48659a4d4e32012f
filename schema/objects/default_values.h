// The defaults within a schema: values that the server would take, or not.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/model/structural.h"

namespace structural::objects {

// A schema whose defaults have lost what it does not specify, and in metadata what ObjectMeta does
// not have. New in `arena`; it shares what stays as it is.
//
// An error where the default of the root is no object.
//
// Upstream: schema/defaulting/prune.go PruneDefaults (v0.37.2).
base::Result<const model::Structural*> PruneDefaults(const model::Structural& schema,
                                                     base::Arena& arena);

struct DefaultsRules {
  bool is_resource_root = false;
  bool require_pruned = true;  // a field that the schema does not specify is an error
};

// The errors of the defaults, with paths that begin with `path`, which may be empty; the first of
// them, and base::kCutShort, where they are too many to list. `schema` may
// be null. Rules in x-kubernetes-validations are not evaluated.
//
// Upstream: schema/defaulting/validation.go ValidateDefaults (v0.37.2).
std::vector<std::string> ValidateDefaults(std::string_view path, const model::Structural* schema,
                                          DefaultsRules rules, base::Arena& arena);

}  // namespace structural::objects
