// What becomes of a custom resource whose CRD declares unions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/unions/kep/normalize.h"
#include "webhook/admission_request.h"
#include "webhook/union_crds.h"

namespace structural::webhook {

inline constexpr std::size_t kChangesNamed = 10;

struct Mutation {
  // Why it came to this without a look at the object: "no unions", "subresource"; empty: it did
  // not.
  std::string_view skip_reason;
  std::string unusable;              // what is wrong with the unions of the CRD; empty: nothing
  // "spec.source.file: cleared", "spec.source.type: set to …": the first kChangesNamed.
  std::vector<std::string> changes;
  std::size_t change_count = 0;
  std::string patch;                 // a JSON Patch; empty: nothing is to change
  // Unions of which several fields are set: those that the change brings, and those that are
  // stored like that already.
  std::vector<unions::kep::UndecidedUnion> refused;
  std::vector<unions::kep::UndecidedUnion> known;

  bool allowed() const { return refused.empty(); }
};

// Creations and updates of custom resources, of their status too, are normalised as the KEP "Union
// types" says (schema/unions/kep/normalize.h): the object before and after are in the review. The
// owners of the fields follow (UpdateManagedFields). Everything else passes unchanged. What stays
// undecided is refused, unless it is stored already: a finalizer must be able to go.
//
// Nothing of the arena or the review is in the mutation. Pure but for the CRDs; safe to call from
// several threads.
//
// kInvalidInput: the object, or the one that is stored, cannot be read.
base::Result<Mutation> Mutate(const AdmissionRequest& request, const UnionCrds& crds,
                              base::Arena& arena);

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
