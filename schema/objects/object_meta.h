// The metadata of embedded resources, and of the root: coerced to what ObjectMeta has, and checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/output_budget.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"
#include "schema/objects/object_path.h"

namespace structural::objects {

struct Coerced {
  std::optional<std::string>
      error;  // the first, in the order of the object; what follows is as it was
  // Fields that ObjectMeta does not have, sorted; they are gone. Some of them, and base::kCutShort,
  // where they are too many to list.
  std::vector<std::string> unknown;
};

enum class Malformed { kIsAnError, kIsDropped };

// Makes every apiVersion, kind and metadata what its Go type is. `schema` may be null. New values
// come to lie in `arena`.
//
// Upstream: schema/objectmeta/coerce.go CoerceWithOptions (v0.37.2).
Coerced CoerceObjectMeta(const ObjectPath& path, json::Value& object,
                         const model::Structural* schema, bool is_resource_root,
                         Malformed malformed, base::Arena& arena);

// The errors of every apiVersion, kind and metadata, in the order of the object; the first of them,
// and base::kCutShort, where they are too many to list.
//
// Upstream: schema/objectmeta/validation.go Validate (v0.37.2).
std::vector<std::string> ValidateObjectMeta(const ObjectPath& path, const json::Value& object,
                                            const model::Structural* schema, bool is_resource_root);

// The errors of one metadata's labels, annotations, owners and managed fields; with kFinalizers of
// finalizers, too. Of equal errors one is left.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go, what ValidateObjectMeta and
// ValidateObjectMetaUpdate have in common (v0.37.2).
enum class Finalizers { kAreChecked, kAreNot };
void ValidateCommonMetadata(const ObjectPath& path, const json::Value& metadata,
                            Finalizers finalizers, base::TextList& errors);

// The errors of one metadata at `path`, where it can be read as an ObjectMeta.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta (v0.37.2).
void ValidateMetadata(const ObjectPath& path, const json::Value& metadata, base::TextList& errors);

// What Go says where a value cannot become an ObjectMeta.

// nullopt where it can. The first mistake in the order of the keys, but one in a time comes first:
//   json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts into metav1.ObjectMeta (v0.37.2).
std::optional<std::string> ObjectMetaDecodeError(const json::Value& metadata);

// The fields that ObjectMeta does not have, "ownerReferences[0].x"; no more than a hundred.
//
// Upstream: sigs.k8s.io/json UnmarshalStrict.
std::vector<std::string> UnknownMetaFields(const json::Value& metadata);

}  // namespace structural::objects
