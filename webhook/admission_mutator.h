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
  // Reason why the object was not normalized, such as "no unions" or "subresource"; empty if it was.
  std::string_view skip_reason;
  std::string union_error;  // error in the CRD's declaration of unions; empty if it has none
  // The first kMaxReportedChanges changes, such as "spec.source.file: cleared" or "spec.source.type: set
  // to …".
  std::vector<std::string> changes;
  std::size_t change_count = 0;  // number of all changes
  std::string patch;             // JSON Patch of all changes; empty if nothing was changed
  // Unions with several fields set that the request introduces. If there are any, the request is refused.
  std::vector<unions::kep::UndecidedUnion> refused_unions;
  // Unions with several fields set that the stored object has already. They are accepted.
  std::vector<unions::kep::UndecidedUnion> known_unions;

  bool allowed() const { return refused_unions.empty(); }
};

// Normalizes a custom resource that is created or updated, also in an update of its status, by the KEP "Union types"
// (schema/unions/kep/normalize.h). Also updates the owners of the changed fields (UpdateManagedFields). All other
// requests are allowed unchanged. A union with several fields set is refused, except one that has several fields set in
// the stored object, too: a client must be able to remove a finalizer from such an object.
//
// The mutation has no views of the arena or the request. Pure, except that it reads `crds`; safe to call from several
// threads.
//
// kInvalidInput: the new or the stored object cannot be read.
base::Result<Mutation> Mutate(const AdmissionRequest& request, const UnionCrds& crds, base::Arena& arena);

// Updates metadata.managedFields of the normalized object `now` as if the client had made the `changes`. This is needed
// because the API server records the owners before it calls webhooks. A cleared field gets no owner. A discriminator
// that was set gets exactly the owners of the field that it names. `schema` is the object's schema with its unions.
//
// Returns the indexes of the entries that are empty now, which the caller must remove. Skips entries in another version
// of the resource, because their fields can have other names.
//
// KEP 1027 "Union types", Server Side Apply.
std::vector<std::size_t> UpdateManagedFields(const std::vector<unions::kep::Change>& changes, const json::Value& schema,
                                             json::Value& now, base::Arena& arena);

}  // namespace structural::webhook
