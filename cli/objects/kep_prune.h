// What the pruning KEP drops from one object.
#pragma once

#include "cli/objects/crd_schemas.h"
#include "cli/objects/task.h"
#include "schema/base/arena.h"

namespace structural::cli {

// Drops what no branch of the schema names, and tells of each. apiVersion, kind and metadata are
// kept, of which the KEP does not speak. `nested` allows x-kubernetes-no-prune inside itself. It is
// an error if the schema is none to prune by; if the CRD does not ask for pruning, nothing is
// dropped and that is told.
Diagnostics PruneAsKep(json::Value& object, const KepSource& source, bool nested,
                       base::Arena& arena);

}  // namespace structural::cli
