// Normalising the unions of one object, and what there is to say of it.
#pragma once

#include "cli/objects/task.h"

namespace structural::cli {

// `object` is what becomes of `sent`, and the same as that at first, without sharing containers.
struct UnionUpdate {
  const json::Value* before;  // nullptr: it is created
  const json::Value& sent;
  json::Value& object;
};

// Normalises the object. Tells each field that it clears or sets; it is an error where several
// fields of a union stay, for an object has one at most. `arena` holds what is added. Precondition:
// the unions of the schema are usable.
Diagnostics NormalizeUnions(const UnionUpdate& update, const ResourceSchema& schema,
                            base::Arena& arena);

}  // namespace structural::cli
