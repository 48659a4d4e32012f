// Mutate: normalizes a custom resource whose CRD declares unions.
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

inline constexpr std::size_t kMaxReportedChanges = 10;

struct Mutation {
  // Reason why the object was not read, such as "no unions" or "subresource"; empty if it was read.
  std::string_view skip_reason;
  std::string unusable;  // the error in the unions of the CRD; empty if they have none
  // The first kMaxReportedChanges changes, such as "spec.source.file: cleared" or "spec.source.type: set
  // to …".
  std::vector<std::string> changes;
  std::size_t change_count = 0;
  std::string patch;  // JSON Patch of all changes; empty: no change
  // Unions with several fields set: those of this change, and those that the stored object has
  // already.
  std::vector<unions::kep::UndecidedUnion> refused;
  std::vector<unions::kep::UndecidedUnion> known;

  bool allowed() const { return refused.empty(); }
};

// Normalizes a created or updated custom resource, also an update of its status, by the KEP "Union
// types" (schema/unions/kep/normalize.h). The review contains the object before and after the
// change. The owners of the fields follow (UpdateManagedFields). All other requests are allowed
// unchanged. Undecided unions are refused, unless the stored object has them already, so that a
// finalizer can be removed.
//
// The mutation has no views of the arena or the review. Pure, except for the CRDs; safe to call
// from several threads.
//
// kInvalidInput: the object, or the stored one, cannot be read.
base::Result<Mutation> Mutate(const AdmissionRequest& request, const UnionCrds& crds, base::Arena& arena);

// Updates metadata.managedFields of the normalized object `now` as if the client had made the
// `changes`, because the API server calls webhooks after it has recorded the owners. A cleared
// field gets no owner. A discriminator that was set gets the owners of the field that it names, and
// no others. `schema` is that of the object, with its unions.
//
// Returns the indices of the entries that are empty now, which must be removed. Entries in another
// version of the resource are skipped: their fields may have other names.
//
// KEP 1027 "Union types", Server Side Apply.
std::vector<std::size_t> UpdateManagedFields(const std::vector<unions::kep::Change>& changes, const json::Value& schema,
                                             json::Value& now, base::Arena& arena);

}  // namespace structural::webhook
