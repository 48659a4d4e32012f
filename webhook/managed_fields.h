// Who owns what normalisation has changed.
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/unions/kep/changes.h"

namespace structural::webhook {

// Brings metadata.managedFields of the normalised object `now` in step with `changes`, as if the
// client had made them itself: the API server asks webhooks when it has noted already who owns
// what. A field that was cleared is nobody's; a discriminator that was set belongs to those who own
// the field that it names, and to nobody else. `schema` is that of the object, with its unions.
//
// Returns the indices of the entries of which nothing is left, which are to be taken out. Entries
// in another version of the resource are left alone: their fields may have other names there.
//
// KEP 1027 "Union types", Server Side Apply.
std::vector<std::size_t> UpdateManagedFields(const std::vector<unions::kep::Change>& changes,
                                             const json::Value& schema, json::Value& now,
                                             base::Arena& arena);

}  // namespace structural::webhook
