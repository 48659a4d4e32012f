// Comparing a stored object with what a case expects.
#pragma once

#include <string>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::suite {

// A copy without the metadata that differs from request to request: what a server adds, name and
// namespace. Without metadata, where nothing else is in it.
json::Value WithoutServerFields(const json::Value& object, base::Arena& arena);

// The part of `whole` that `part` speaks of: what stands there at the same places. Equal to it
// where all of `part` is in `whole`. Lists are compared element by element, and have to be equally
// long: otherwise all of the list is in the result. A member that is null in `part` is not there in
// `whole`.
json::Value PartOf(const json::Value& whole, const json::Value& part, base::Arena& arena);

}  // namespace structural::suite
